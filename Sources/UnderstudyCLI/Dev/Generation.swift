import Platform
import Synchronization
import Understudy

/// One daemon that `understudy dev` has started: the program as it was built at one time.
final class Generation: Sendable {
  /// How many there were before.
  let number: Int
  /// The copy of the program that it runs: the next build writes over the original.
  let program: String
  /// What the original was, when it was copied.
  let signature: FileSignature?
  private let process: ChildProcess
  private let channel: MessageChannel
  /// The sessions that live with a stream which is open there.
  private let leased = Lock(Set<String>())

  /// Its process id.
  var id: Int32 { process.id }

  /// Starts a daemon, and tells of all that comes of it.
  ///
  /// - Throws: ``SystemError`` where it does not start.
  init(
    _ number: Int, _ program: String, _ signature: FileSignature?, arguments: [String],
    _ queue: EventQueue<DevEvent>
  ) throws(SystemError) {
    self.number = number
    self.program = program
    self.signature = signature
    let (ours, its) = try MessageChannel.pair()
    channel = ours
    process = try ChildProcess(
      program, arguments, environment: Machine.environment + ["\(Supervision.variable)=3"],
      descriptors: [(its.descriptor, 3)])
    _ = try WorkerThread { [self] in
      while let message = channel.receive() {
        if let message = SupervisorMessage(message) { queue.add(.said(self, message)) }
      }
      // Behind all that it has said.
      queue.add(.ended(self, process.wait()))
    }
  }

  /// Tells it something.
  func tell(_ message: SupervisorMessage) { message.send(by: channel) }

  /// Sends it a signal.
  func signal(_ number: Int32) { process.signal(number) }

  /// Notes a session that lives with a stream there.
  func addLease(_ session: String) { _ = leased.withLock { $0.insert(session) } }

  /// Those sessions, which end where it does.
  var leases: [String] { leased.withLock { $0.sorted() } }
}
