import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { longText } from '#core/http/reply/long-text.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';

const blobs = { ...memoryBlobs(), link: async () => undefined };
const piece = 'ü'.repeat(50_000);
const named = { type: 'text/plain; charset=utf-8', key: 'answers/a.txt' };

/** So many pieces, counted as they are made. */
function pieces(count: number) {
  const made = { count: 0 };
  async function* make(): AsyncGenerator<string, void> {
    for (; made.count < count; made.count += 1) yield piece;
  }
  return { made, text: make() };
}

describe('a text of any length', () => {
  it('is answered as a whole when it is short', async () => {
    const reply = await longText({ blobs }, pieces(3).text, named);
    expect(reply).toMatchObject({ status: 200, body: piece.repeat(3) });
  });

  it('is made while it is sent when it is long', async () => {
    const { made, text: long } = pieces(200);
    const { body, status } = await longText({ blobs }, long, {
      ...{ ...named, status: 202 },
    });
    expect(status).toBe(202);
    expect(made.count).toBeLessThan(60);
    expect(await text(body as AsyncIterable<Uint8Array>)).toBe(piece.repeat(200));
  });

  it('lets other work have its turn (S14)', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const { body } = await longText({ blobs }, pieces(200).text, named);
    await text(body as AsyncIterable<Uint8Array>);
    isOver = true;
    expect(turns).toBeGreaterThan(50);
  });
});
