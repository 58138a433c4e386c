# Runs a command that may outlive its server:
# sh kept-program.sh <folder> <half seconds> <bytes> <umask> <command…>
#
# This shell leads the process group and kills it in the end. The folder has `in` for the command's
# stdin, `out` and `err` for what it prints, `pid` of this shell, and `code` for the exit code. While
# the server lives it ends the command itself. When descriptor 3, a pipe from it, is closed, this shell
# does: after its time, when it prints too much, or when there is a file `stop`.
folder=$1 half_seconds=$2 max_bytes=$3 mask=$4
shift 4

# Fails when another shell has the folder, or when it was removed because the server died.
set -C
echo $$ >"$folder/pid" || exit
set +C

# Caught, not ignored: a command inherits what its shell ignores.
trap : TERM

is_large() {
  [ "$(wc -c <"$folder/$1")" -gt "$max_bytes" ]
}

watch() {
  trap : TERM
  # The operator's PATH may lack sleep and wc.
  PATH=$PATH:/usr/bin:/bin
  read -r _ <&3
  until [ -s "$folder/stop" ]; do
    sleep 0.5
    half_seconds=$((half_seconds - 1))
    if [ "$half_seconds" -lt 0 ] || is_large out || is_large err; then
      echo timed-out >"$folder/stop"
    fi
  done
  kill -TERM 0
  sleep 2
  kill -KILL 0
}

watch &
watcher=$!
(umask "$mask" && exec "$@") <"$folder/in" >"$folder/out" 2>"$folder/err" 3<&-
echo $? >"$folder/code"
# Waited for, because in a container there may be no other process that reaps it.
kill -KILL "$watcher"
wait "$watcher"
kill -KILL 0
