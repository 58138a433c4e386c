# Runs a command so that it needs no server: sh kept-program.sh <folder> <half seconds> <bytes> <command…>
#
# This shell leads the process group and kills it in the end. The folder has `in` for the command's
# stdin, `out` and `err` for what it prints, `pid` of this shell, `code` for the exit code, and `stop`:
# written when the command is to end before, it has the reason.
folder=$1 half_seconds=$2 max_bytes=$3
shift 3

# Fails when another shell has the folder, or when it was removed because the server died.
set -C
echo $$ >"$folder/pid" || exit
set +C

# Caught, not ignored: a command inherits what its shell ignores.
trap : HUP TERM

run() {
  trap : TERM
  "$@" <"$folder/in" >"$folder/out" 2>"$folder/err"
  echo $? >"$folder/code"
  # Ends the sleep below.
  kill -HUP 0
}

# False as well when the end of the command signals wc.
is_large() {
  [ "$(wc -c <"$folder/$1")" -gt "$max_bytes" ]
}

run "$@" &
# The operator's PATH may lack sleep and wc.
PATH=$PATH:/usr/bin:/bin
# Only the first sleep may miss the end of a command: it begins when the command does.
nap=0.05
grace=4
until [ -s "$folder/code" ] || [ "$grace" -eq 0 ]; do
  sleep "$nap"
  nap=0.5
  half_seconds=$((half_seconds - 1))
  if [ "$half_seconds" -lt 0 ] || is_large out || is_large err; then
    [ -s "$folder/stop" ] || echo timed-out >"$folder/stop"
  fi
  if [ -s "$folder/stop" ]; then
    kill -TERM 0
    grace=$((grace - 1))
  fi
done
# A zombie stays where nothing reaps orphans, as in a container.
[ "$grace" -eq 0 ] || wait
kill -KILL 0
