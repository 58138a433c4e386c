import type { Feed } from '../../platform/ports/feed.ts';
import type { TurnEvent } from '../schema.ts';

/** A feed's entry takes 256 KiB; a character takes at most 6 bytes in JSON. */
const longestText = 40_000;

/** Appends events in order. Texts that arrive while it writes become one event. */
export function eventWriter(feed: Pick<Feed, 'append'>, name: string) {
  let waiting: TurnEvent[] = [];
  let writing: Promise<void> | undefined;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const events = waiting;
      waiting = [];
      await feed.append(
        name,
        events.map((event) => JSON.stringify(event)),
      );
    }
  }

  return {
    push(event: TurnEvent): void {
      const last = waiting.at(-1);
      if (event.type === 'text' && last?.type === 'text' && last.text.length < longestText) {
        waiting[waiting.length - 1] = { type: 'text', text: last.text + event.text };
      } else {
        waiting.push(event);
      }
      writing ??= flush().finally(() => (writing = undefined));
      // Its failure shows at settled().
      writing.catch(() => undefined);
    },

    async settled(): Promise<void> {
      await writing;
      await flush();
    },
  };
}
