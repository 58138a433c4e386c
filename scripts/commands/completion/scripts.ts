/** The scripts ask the command line itself, so that they never lag behind it. Without a candidate the
 * shell completes names of files. */
export const completionScripts: Readonly<Record<string, string>> = {
  bash: `_lantern() {
  local IFS=$'\\n'
  COMPREPLY=($(lantern config complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _lantern lantern`,
  zsh: `#compdef lantern
_lantern() {
  local -a found
  found=("\${(@f)$(lantern config complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _lantern lantern`,
  fish: `function __lantern_candidates
  set -l typed (commandline -opc) (commandline -ct)
  lantern config complete -- $typed[2..] 2>/dev/null
end
complete -c lantern -a '(__lantern_candidates)'`,
};
