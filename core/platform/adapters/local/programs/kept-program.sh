# Runs a command that may outlive its server:
# sh kept-program.sh <folder> <half seconds> <bytes> <umask> <command…>
#
# This shell leads the process group and kills it at the end. Files in the folder: `in` is the
# command's stdin, `out` and `err` are its output, `pid` is the id of this shell, `code` the exit code.
# While the server lives, it ends the command. When the server has died, which closes the pipe at
# descriptor 3, this shell ends the command: after its time, when it prints too much, or when the file
# `stop` exists.
folder=$1 half_seconds=$2 max_bytes=$3 mask=$4
shift 4

# Fails when another shell uses the folder, or when the folder was removed.
set -C
echo $$ >"$folder/pid" || exit
set +C

# Caught, not ignored: a command inherits ignored signals from its shell.
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
# Waits, because a container may have no other process that reaps the watcher.
kill -KILL "$watcher"
wait "$watcher"
kill -KILL 0
