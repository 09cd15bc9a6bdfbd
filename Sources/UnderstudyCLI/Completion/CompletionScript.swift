/// What a shell reads to complete the command lines of a program.
///
/// The scripts know nothing of commands: they hand the words to `complete`, and show what it says.
struct CompletionScript {
  /// A shell that has completions.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// Their names.
    static var names: [String] { allCases.map(\.rawValue) }
  }

  /// What the program is called.
  let program: String

  /// The function that the shell calls.
  private var function: String {
    "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The text of the script.
  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}

// MARK: - bash

extension CompletionScript {
  private var bash: String {
    #"""
    # Completions of \#(program) for bash: source <(\#(program) completions bash)
    \#(function)() {
      local program=${1/#\~/$HOME} words=() word joins= line value index
      for ((index = 1; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        # As it was typed, but for what the shell itself would take away.
        word=${word//[\'\"\\]/}
        # bash parts words at '=' and ':', where the program wants them whole.
        if [[ $word == [=:]* || $joins ]] && ((${#words[@]} > 0)); then
          words[${#words[@]}-1]+=$word
        else
          words+=("$word")
        fi
        joins=
        [[ $word == *[=:] ]] && joins=1
      done
      local last=${words[${#words[@]}-1]}
      # What bash takes for the word before the one that it replaces.
      local before=
      [[ $last == *[=:]* ]] && before=${last%"${last##*[=:]}"}
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          $'\tfiles' | $'\tfolders')
            compopt -o filenames 2>/dev/null
            local action=-f
            [[ $line == *folders ]] && action=-d
            while IFS= read -r value; do
              COMPREPLY+=("$value")
            done < <(compgen "$action" -- "${last#"$before"}")
            return
            ;;
        esac
        value=${line%%$'\t'*}
        value=${value#"$before"}
        # Inside quotes a word needs no more of them.
        [[ ${COMP_WORDS[COMP_CWORD]} == [\'\"]* ]] || printf -v value %q "$value"
        COMPREPLY+=("$value")
      done < <("$program" \#(Completion.word) -- "${words[@]}" 2>/dev/null)
    }
    complete -F \#(function) \#(program)

    """#
  }
}

// MARK: - zsh

extension CompletionScript {
  private var zsh: String {
    #"""
    #compdef \#(program)
    # Completions of \#(program) for zsh: \#(program) completions zsh > FOLDER-OF-FPATH/_\#(program)
    \#(function)() {
      local line
      local -a values texts
      while IFS= read -r line; do
        case $line in
          ($'\tfiles') compset -P '--*='; _files; return ;;
          ($'\tfolders') compset -P '--*='; _files -/; return ;;
        esac
        values+=("${line%%$'\t'*}")
        texts+=("${line/$'\t'/  -- }")
      done < <(${(Q)~words[1]} \#(Completion.word) -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
      (( ${#values} )) && compadd -l -d texts -a values
    }
    if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
      \#(function) "$@"
    else
      compdef \#(function) \#(program)
    fi

    """#
  }
}

// MARK: - fish

extension CompletionScript {
  private var fish: String {
    #"""
    # Completions of \#(program) for fish: \#(program) completions fish | source
    function _\#(function)
        set -l words (commandline -opc)
        set -l program $words[1]
        set -e words[1]
        set -l last (string unescape -- (commandline -ct) | string collect)
        set -l before (string match -r -- '^--[^=]*=' $last)
        for line in ($program \#(Completion.word) -- $words "$last" 2>/dev/null)
            switch $line
                case \tfiles
                    for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$last"))
                        echo "$before$path"
                    end
                case \tfolders
                    for path in (__fish_complete_directories (string replace -r -- '^--[^=]*=' '' "$last"))
                        echo "$before$path"
                    end
                case '*'
                    echo $line
            end
        end
    end
    complete -c \#(program) -f -a '(_\#(function))'

    """#
  }
}
