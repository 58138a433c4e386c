# Runs a command that may outlive the server: keep <run> <half seconds> <command…>
#
# The command leads a process group, which is killed at its end. <run> begins the names of files: `.in`
# is the command's stdin, `.out` and `.err` are its output. The first line of `.state` has the ids of the
# command and of the shell that starts commands, and the limit; the second one is the exit code. While
# the server lives, it ends the command; then kept-watch.sh does.
#
# Needed: the variable `mask`, and `lead`, which runs a command as the leader of a new group.
keep() {
  run=$1 half_seconds=$2
  shift 2
  # Fails when another shell has the run. Kept open: a file that is removed meanwhile stays so, and
  # kept-run.ts knows the run by it.
  set -C
  {
    set +C
    (umask "$mask" && lead "$@") <"$run.in" >"$run.out" 2>"$run.err" 9>&- &
    group=$!
    echo "$group $$ $half_seconds" >&9
    wait "$group"
    echo $? >&9
    kill -s KILL -- "-$group"
  } 9>"$run.state"
}
