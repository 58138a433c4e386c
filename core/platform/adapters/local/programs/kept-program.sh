# Runs a command that may outlive its server:
# sh kept-program.sh <run> <starter> <half seconds> <umask> <command…>
#
# This shell leads the process group and kills it at the end. <run> begins the names of files: `.in` is
# the command's stdin, `.out` and `.err` are its output. The first line of `.state` has the ids of this
# shell and of the starter, and the limit; the second one is the exit code. While the server lives, it
# ends the command; then kept-watch.sh does.
run=$1 starter=$2 half_seconds=$3 mask=$4
shift 4

# Fails when another shell has the run, or when its folder was removed.
set -C
echo "$$ $starter $half_seconds" >"$run.state" || exit
set +C

# Caught, not ignored: a command inherits ignored signals from its shell.
trap : TERM
(umask "$mask" && exec "$@") <"$run.in" >"$run.out" 2>"$run.err"
echo $? >>"$run.state"
kill -KILL 0
