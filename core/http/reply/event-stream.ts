import type { Clock } from '#core/platform/ports/clock.ts';
import { within } from '#core/platform/within.ts';
import { bytes, type Reply } from './reply.ts';

/** Shorter than the idle timeout of any proxy on the way. */
const quietMilliseconds = 15_000;

export interface StreamedEvent {
  readonly id: number;
  readonly type: string;
  /** One line. */
  readonly data: string;
}

/** Server-sent events; comments keep a quiet connection open. */
export function eventStream(events: AsyncIterable<StreamedEvent>, clock: Clock): Reply {
  return bytes('text/event-stream; charset=utf-8', lines(events, clock), {
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}

async function* lines(events: AsyncIterable<StreamedEvent>, clock: Clock) {
  const source = events[Symbol.asyncIterator]();
  try {
    let next = source.next();
    yield Buffer.from(': open\n\n');
    for (;;) {
      const result = await within(clock, quietMilliseconds, next);
      if (!result) yield Buffer.from(': quiet\n\n');
      else if (result.done) return;
      else {
        const { id, type, data } = result.value;
        yield Buffer.from(`id: ${id}\nevent: ${type}\ndata: ${data}\n\n`);
        next = source.next();
      }
    }
  } finally {
    await source.return?.();
  }
}
