# What the shell that has started runs does when its server is gone: it ends a run after its time, when
# it prints too much, or when the file `.stop` exists. Variables: directory, max_bytes.

# The operator's PATH may lack sleep and wc.
PATH=$PATH:/usr/bin:/bin
waited=0

is_running() {
  { read -r leader starter half_seconds && ! read -r _; } <"$run.state" &&
    [ "$starter" = $$ ] && kill -0 "$leader"
}

is_large() {
  [ "$(wc -c <"$run.$1")" -gt "$max_bytes" ]
}

while :; do
  running='' groups=''
  for state in "$directory"/*.state; do
    run=${state%.state}
    is_running || continue
    running=yes
    if [ "$waited" -gt "$half_seconds" ] || is_large out || is_large err; then
      [ -s "$run.stop" ] || echo timed-out >"$run.stop"
    fi
    [ ! -s "$run.stop" ] || groups="$groups -$leader"
  done
  [ "$running" ] || exit
  if [ "$groups" ]; then
    # Split: one word for each group.
    kill -s TERM -- $groups
    sleep 2
    kill -s KILL -- $groups
  fi
  sleep 0.5
  waited=$((waited + 1))
done
