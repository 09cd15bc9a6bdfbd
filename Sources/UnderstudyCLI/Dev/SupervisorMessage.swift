import Platform
import Understudy

/// What `understudy dev` and the daemons that it has started tell one another.
struct SupervisorMessage: Sendable {
  var word: Word
  /// What belongs to the word; null where nothing does.
  var content: JSON = .null
  /// Sockets that go with it; the sender's are copied, the receiver's are its own.
  var descriptors: [Int32] = []

  /// What it is about, in the order in which a hand-over goes.
  enum Word: String, Sendable {
    /// To a daemon, first: with sockets to listen on, and whether another serves at them.
    case begin
    /// From a daemon: everything is ready but the legacy.
    case prepared
    /// From a daemon: it cannot serve, for these reasons.
    case refused
    /// To the daemon that serves: it shall stop accepting, and tell what it leaves.
    case freeze
    /// The legacy: what is set in the base.
    case base
    /// The legacy: a session, with the sockets of its port.
    case session
    /// The legacy is complete.
    case frozen
    /// From a daemon: it serves, with the sockets that it listens on.
    case ready
    /// To a daemon that is frozen: another has taken its place, and it ends once nothing is left.
    case retire
    /// To a daemon that is frozen: nobody has taken its place, and it goes on.
    case thaw
    /// From a daemon that retires: what is left.
    case left
    /// Between all daemons: a session has ended.
    case ended
    /// To the daemon that serves: how the build of the next one fares.
    case build
  }

  init(_ word: Word, _ content: JSON = .null, _ descriptors: [Int32] = []) {
    self.word = word
    self.content = content
    self.descriptors = descriptors
  }

  /// Reads a message; nil where it is of a version with other words.
  init?(_ message: MessageChannel.Message) {
    guard let json = try? JSON(parsing: message.bytes),
      let word = json["word"]?.stringValue.flatMap(Word.init)
    else {
      message.descriptors.forEach(Descriptor.close)
      return nil
    }
    self.init(word, json["content"] ?? .null, message.descriptors)
  }

  /// Sends it; what cannot be sent is not heard by anybody any more.
  func send(by channel: MessageChannel) {
    let json: JSON = ["word": .string(word.rawValue), "content": content]
    try? channel.send(json.bytes(), descriptors)
  }
}
