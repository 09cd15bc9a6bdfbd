import Foundation

/// Where the app's data comes from: the real service, or mocks.
///
/// A release build knows the real service alone. What names another is not compiled into it.
public struct APIConfiguration: Sendable, Equatable {
  /// To which paths are appended; it may have a path of its own.
  public let baseURL: URL
  /// Whether mocks answer there, such as for a badge in the corner.
  public let isMocked: Bool

  /// That of this launch; a test binds another for its own task.
  @TaskLocal public static var current: APIConfiguration = chosen()

  /// The environment variable that names the mocks.
  public static let launchVariable = "UNDERSTUDY_BASE_URL"
  /// The setting of the app that names them, where the environment does not.
  public static let settingName = "mock_base_url"

  /// Chooses: the launch environment first, then the setting, and else the real service.
  public static func chosen(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    setting: String? = UserDefaults.standard.string(forKey: settingName)
  ) -> APIConfiguration {
    #if DEBUG
      if let text = environment[launchVariable] ?? (setting == "" ? nil : setting) {
        // A test must not fall back on the real service without a word.
        guard let url = URL(string: text), url.host() != nil else {
          preconditionFailure("'\(text)' is no base URL.")
        }
        return mocked(url)
      }
    #endif
    return real
  }

  #if DEBUG
    /// Mocks at a base URL.
    public static func mocked(_ baseURL: URL) -> APIConfiguration {
      APIConfiguration(baseURL: baseURL, isMocked: true)
    }
  #endif

  /// The real service.
  public static var real: APIConfiguration {
    guard let url = URL(string: "https://api.example.com") else {
      preconditionFailure("The URL of the real service is a constant.")
    }
    return APIConfiguration(baseURL: url, isMocked: false)
  }

  private init(baseURL: URL, isMocked: Bool) {
    self.baseURL = baseURL
    self.isMocked = isMocked
  }
}
