public import Understudy

extension RouteID {
  /// `POST /user/login`: a form with `name` and `password`.
  public static let accountLogin: RouteID = "account.login"
  /// `GET /user/register/{email}`: whether an address may register.
  public static let accountRegister: RouteID = "account.register"
  /// `PUT /update/info`: changes the profile.
  public static let accountUpdate: RouteID = "account.update"
  /// `POST /image/upload`: a picture, as multipart.
  public static let accountUpload: RouteID = "account.upload"
}

extension Variant {
  /// The backend says no, inside a 200: `flag` is what counts.
  public static let rejected: Variant = "rejected"
  /// The picture is read at 200 kB a second, so that its progress is seen.
  public static let slowUpload: Variant = "slowUpload"
  /// 413 as soon as 100 kB of the picture have come.
  public static let tooLarge: Variant = "tooLarge"
}

/// A backend of the kind that wraps every answer in an envelope.
let account = RouteGroup(
  "account",
  failures: { failure in
    .json(["flag": .int(failure.status), "message": .string(failure.message), "data": nil])
  }
) {
  Route(
    .accountLogin, .post, "/user/login", body: .form(["name": .any, "password": .any]),
    default: .fixture("account/login.json").cookie("sid", "s-1", httpOnly: true)
  )
  .answering(.form(["name": .any, "password": "wrong"]), with: .unauthorized)
  .activating(["me.*": .default])
  .variant(
    .rejected, .json(["flag": 401, "message": "Wrong name or password.", "data": nil]))

  Route(
    .accountRegister, .get, "/user/register/{email}",
    default: .dynamic { request in
      let email = JSON.string(request.parameters["email"] ?? "")
      return .json(["flag": 200, "message": "ok", "data": ["email": email, "isFree": true]])
    }
  )
  .variant(
    .rejected, .json(["flag": 409, "message": "This address is taken.", "data": nil]))

  Route(
    .accountUpdate, .put, "/update/info",
    default: .json(["flag": 200, "message": "ok", "data": ["id": 1, "nickname": "mara"]])
  )
  .variant(.rejected, .json(["flag": 422, "message": "The nickname is too long.", "data": nil]))

  Route(
    .accountUpload, .post, "/image/upload", query: .ignored,
    default: .json([
      "flag": 200, "message": "ok", "data": ["url": "/assets/avatars/new.jpg", "size": 1685],
    ])
  )
  .variant(.rejected, .json(["flag": 415, "message": "Only PNG and JPEG.", "data": nil]))
  .variant(.slowUpload, .default.readingAt(bytesPerSecond: 200_000))
  .variant(
    .tooLarge,
    .default.refusingBody(
      after: 100_000,
      with: .json(["flag": 413, "message": "At most 100 kB.", "data": nil]).status(413)))
}
