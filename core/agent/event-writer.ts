import { setImmediate as turn } from 'node:timers/promises';
import type { Feed } from '#core/platform/ports/feed.ts';
import type { TurnEvent } from './schema.ts';

/** A feed's entry takes 256 KiB; a character takes at most 6 bytes in JSON. */
const maxTextLength = 40_000;
/** For texts that the model or its provider chose. */
const maxNameLength = 200;
/** An append takes 3 MiB. */
const maxEntries = 12;

/** Appends events in order. Those of one turn of the event loop, such as the last text and the end, share
 * a write, as those that arrive while it writes; their texts become one event, and a long one several. */
export function eventWriter(feed: Pick<Feed, 'append'>, name: string) {
  const waiting: TurnEvent[] = [];
  let writing: Promise<void> | undefined;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      await turn();
      const events = waiting.splice(0, maxEntries);
      try {
        const bodies = events.map((event) => JSON.stringify(event));
        await feed.append(name, bodies);
      } catch (error) {
        waiting.unshift(...events);
        throw error;
      }
    }
  }

  return {
    push(event: TurnEvent): void {
      const last = waiting.at(-1);
      if (event.type === 'text' && last?.type === 'text') {
        waiting.pop();
        waiting.push(...textsOf(last.text + event.text));
      } else {
        waiting.push(...(event.type === 'text' ? textsOf(event.text) : [bounded(event)]));
      }
      writing ??= flush().finally(() => (writing = undefined));
      // Its failure shows at settled().
      writing.catch(() => undefined);
    },

    /** Repeated after a failure: writes what is left. */
    async settled(): Promise<void> {
      await writing;
      await flush();
    },
  };
}

function textsOf(text: string): TurnEvent[] {
  const events: TurnEvent[] = [];
  for (let at = 0; at < text.length;) {
    let end = at + maxTextLength;
    // A pair of surrogates is one character.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
    events.push({ type: 'text', text: text.slice(at, end) });
    at = end;
  }
  return events;
}

function bounded(event: TurnEvent): TurnEvent {
  if (!('call' in event)) return event;
  const { tool, call } = event;
  return { ...event, tool: tool.slice(0, maxNameLength), call: call.slice(0, maxNameLength) };
}
