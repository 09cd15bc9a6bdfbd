import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET /__admin/metrics`: how much of everything there is, of all worlds.
///
/// The call's own connection and request are among them.
enum MetricsResource: AdminResource {
  static let path = ["metrics"]
  static let methods = ["GET"]
  static let reach = AdminReach.daemon

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    .text(
      type: MetricsText.contentType,
      MetricsText(metrics(context) + Self.metrics(of: .now)).bytes)
  }

  private static func metrics(_ context: AdminContext) -> [Metric] {
    let daemons = context.daemons.withLock { $0.compactMap(\.daemon) }
    func sum(_ count: (Daemon) -> Int) -> Int { daemons.reduce(0) { $0 + count($1) } }
    let counts = context.journal.view().counts
    let size = context.journal.size
    return [
      Metric("connections", "Connections that are open.", sum(\.connectionCount)),
      Metric("connections_max", "Connections that there may be.", sum(\.maxConnections)),
      Metric(
        "connections_refused_total", "Connections for which there was no room.",
        sum(\.refusedCount)),
      Metric(
        "connections_lingering", "Connections that are read to their end behind an answer.",
        sum(\.lingeringCount)),
      Metric("handshakes", "Connections that wait for a handshake.", sum(\.handshakeCount)),
      Metric("requests_open", "Requests that have not ended.", sum(\.openExchangeCount)),
      Metric("requests_parked", "Requests that are delayed, held or paced.", sum(\.parkedCount)),
      Metric("requests_held", "Requests that wait for a release.", context.held.count),
      Metric("timers", "Deadlines that lie ahead.", sum(\.timerCount)),
      Metric("streams", "Answers that stay open.", context.streams.count),
      Metric("event_readers", "Readers of events.", context.events.readerCount),
      Metric("sessions", "Sessions.", context.sessions.count),
      Metric("session_leases", "Streams that sessions live with.", context.leases.count),
      Metric("requests_total", "Requests on record, ever.", counts.total),
      Metric("requests_unmatched_total", "Requests that no route took.", counts.unmatched),
      Metric("journal_dropped_total", "Requests on record no more.", counts.dropped),
      Metric("journal_entries", "Requests on record.", size.entries),
      Metric("journal_bytes", "Bytes that the journal keeps.", size.bytes),
      Metric("problems", "What keeps the daemon from its work.", context.troubles.messages.count),
    ]
  }

  private static func metrics(of process: ProcessFigures) -> [Metric] {
    [
      process.residentBytes.map {
        Metric("process_resident_memory_bytes", "Memory that is resident.", $0, isOurs: false)
      },
      process.descriptors.map {
        Metric("process_open_fds", "Descriptors that are open.", $0, isOurs: false)
      },
      Metric(
        "process_max_fds", "Descriptors that there may be.", DescriptorReserve.limit,
        isOurs: false),
      process.threads.map {
        Metric("process_threads", "Threads that run.", $0, isOurs: false)
      },
    ].compactMap(\.self)
  }
}
