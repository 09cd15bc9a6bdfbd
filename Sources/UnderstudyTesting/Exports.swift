// A test imports one module, and has the sessions that this one gives it.
@_exported public import UnderstudyClient
