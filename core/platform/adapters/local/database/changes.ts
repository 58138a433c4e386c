import { waitingRoom, type Changes } from '../../rules/changes.ts';

const lookMs = 200;

/** SQLite sends no message: a commit of another process is seen by looking, and counts for all names. */
export function databaseChanges(commitsOfOthers: () => string): Changes {
  const counts = new Map<string, number>();
  let others = '';
  let timer: NodeJS.Timeout | undefined;
  const room = waitingRoom({
    onFirst() {
      others = commitsOfOthers();
      timer = setInterval(look, lookMs).unref();
    },
    onLast: () => clearInterval(timer),
  });
  const stamp = (name: string) => `${counts.get(name) ?? 0} ${commitsOfOthers()}`;

  function look(): void {
    const now = commitsOfOthers();
    if (now === others) return;
    others = now;
    room.wakeAll();
  }

  return {
    stamp,

    wait: (name, before, signal) =>
      stamp(name) === before ? room.wait(name, signal) : Promise.resolve(),

    tell(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      room.wake(name);
    },
  };
}
