// A test imports one module, and has the sessions and the traits that go with a daemon.
@_exported public import UnderstudyClient
@_exported public import UnderstudyTesting
