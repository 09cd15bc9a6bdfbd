import UnderstudyAPI

extension Command {
  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .serve: "serve the routes; what happens without a command"
    case .dev: "serve the routes, build what is saved, and hand over to the new build"
    case .check: "check routes and fixtures, and name everything that is wrong"
    case .routes: "list the routes, and what each answers with now"
    case .activate: "let a route, a group or all routes answer with a variant"
    case .restore: "take such a choice back"
    case .scenario: "choose a scenario, or list them"
    case .network: "slow the network down, let it fail, or tell how it is"
    case .requests: "list the requests that came, or show one"
    case .verify: "see that requests came as expected, or wait until they have"
    case .held: "list the requests that are held, or wait for them"
    case .release: "let held requests be answered"
    case .session: "list sessions, begin one or end one"
    case .reset: "put everything back to the start"
    case .cert: "show the certificates and their pins, export or renew them, give them trust"
    case .start: "serve in the background, and say where once it does"
    case .stop: "end a daemon that was started in the background"
    case .restart: "end it, and start it anew with the options that it had"
    case .status: "tell which daemons serve"
    case .logs: "show the log of a daemon in the background"
    case .service: "have the daemon started with each login"
    case .new: "make a package of one's own routes that builds at once"
    case .add: "write a route, and its fixture, into the package here"
    case .completions: "print what lets a shell complete commands, options and names"
    case .man: "print the manual page"
    case .wait: "wait until a daemon serves"
    case .report: "tell what a run of tests met: misses, faults, what was never called"
    case .version: "print the version"
    case .help: "explain a command"
    }
  }

  /// What help says beyond the summary.
  var notes: [String] {
    switch self {
    case .serve:
      [
        "Stops on SIGTERM and SIGINT. TIME is 2, 2s or 500ms; SIZE is 65536, 512K, 64M or 1G.",
        "Each option has a twin in the environment: --admin-port is UNDERSTUDY_ADMIN_PORT.",
        "The command line wins over the environment. Commas part repeated values there.",
      ]
    case .dev:
      [
        "understudy dev --port 8080",
        "Takes the options of 'serve'. Choices, network and sessions outlive each build.",
        "A build that fails is told here and on the panel; the one before goes on serving.",
      ]
    case .routes:
      ["Without a daemon and without --url it lists the routes that this program would serve."]
    case .activate:
      [
        "understudy activate users.list serverError",
        "understudy activate 'items.*' offline --requests 2",
        "understudy activate --all unauthorized --until-route account.login",
      ]
    case .restore: ["--all takes back every choice, of routes, groups and all."]
    case .scenario:
      [
        "understudy scenario 'logged out'", "understudy scenario --off",
        "Choosing one takes back the choices that lie on top, unless --keep-overrides is given.",
      ]
    case .network:
      [
        "understudy network 3g", "understudy network off",
        "The admin API sets each number by itself.",
      ]
    case .requests:
      [
        "understudy requests --unmatched",
        "understudy requests --route users.list --follow",
        "understudy requests --method POST --path '/users/{id}' --query page=2",
        "understudy requests 7",
        "--follow waits for a daemon that is gone, and goes on with the one that comes.",
      ]
    case .verify:
      [
        "understudy verify users.list --exactly 1 --within 5s",
        "understudy verify --method POST --path '/users/{id}' --at-most 3",
        "understudy verify --order account.login,me.profile --within 2s",
        "understudy verify --unmatched --exactly 0",
        "Exits with 1, and says what came instead, where it is not so. --order takes an array of",
        "JSON too, whose steps are ids or objects with 'route' and 'where'.",
      ]
    case .held:
      ["understudy held --route users.list --count 2 --wait 5s"]
    case .release:
      [
        "understudy release 7 serverError", "understudy release --route users.list",
        "Without a variant they are answered with the default of their route.",
      ]
    case .session:
      [
        "understudy session new --name checkout --scenario 'logged out' --port",
        "understudy session end checkout",
        "export APP_BASE_URL=$(understudy session new --port --url-only)",
        "The options are for 'new'; the list takes --json too.",
      ]
    case .reset: ["Sessions stay, unless --only names them: then they end."]
    case .cert:
      [
        "understudy cert --tls-name api.example.com",
        "understudy cert --export pem --output ca.pem",
        "understudy cert trust",
        "understudy cert renew --ca",
        "What is missing is made: a CA for ten years, and a leaf that it has signed.",
        "'trust' gives the CA to the system's store; on macOS it prints the commands that do.",
        "'renew' makes the leaf anew, with its key; with --ca the CA too, which needs trust again.",
      ]
    case .start:
      [
        "It takes the options of 'serve'. What is chosen is kept, for each port and working folder,",
        "and is there again the next time. '--port 0' takes a free port, and keeps it.",
      ]
    case .stop:
      ["Without --port it ends the one daemon that there is. Replies under way may finish."]
    case .restart:
      [
        "Options that are given take the place of those that it was started with; --port tells",
        "which daemon is meant. Sessions, positions and the journal end.",
      ]
    case .status:
      ["Without --url it tells of every daemon in the background, and of one on the default port."]
    case .logs: ["understudy logs -f", "understudy logs --lines 200 --port 9090"]
    case .service:
      [
        "understudy service install --port 8080 --fixtures fixtures",
        "A systemd user unit on Linux, a launchd agent on macOS, with the options of 'start',",
        "in this folder. Installing again puts the new options in place of the old ones.",
      ]
    case .new:
      [
        "understudy new Shop --understudy ../understudy",
        "cd Shop && make run",
        "NAME names its modules: ShopRoutes, ShopMain. A folder that is there must be empty.",
      ]
    case .add:
      [
        "understudy add route orders.list GET /orders",
        "understudy add route orders.create POST /orders --json '{\"id\": 1}' --status 201",
        "It is written into its group, a new one where there is none, which goes into the catalog.",
        "Nothing is overwritten: what is there is told, and stays.",
      ]
    case .completions:
      [
        "source <(understudy completions bash)",
        "understudy completions zsh > ~/.zsh/completions/_understudy",
        "understudy completions fish > ~/.config/fish/completions/understudy.fish",
        "Routes, variants, scenarios and sessions are asked of the daemon, where one answers.",
      ]
    case .man: ["understudy man > understudy.1 && man ./understudy.1"]
    case .wait:
      ["understudy wait --timeout 30s --url http://mocks:8080"]
    case .report:
      [
        "understudy report >> \"$GITHUB_STEP_SUMMARY\"",
        "understudy report --format junit --fail-on unmatched,errors > understudy.xml",
        "understudy report --session '*'",
        "Without --session it is about the base; '*' is the base and all sessions, also ended ones.",
      ]
    case .check, .version, .help: []
    }
  }
}
