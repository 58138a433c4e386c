import { describe, expect, it } from 'vitest';
import { searchHistory, searchMessages } from '#core/sessions/search/search-messages.ts';
import { fromTheEnd } from '#core/sessions/lines/read-lines.ts';
import { readSummaries } from '#core/sessions/summaries/summary-cache.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { memoryTranscripts } from '#test/support/sessions/memory-transcripts.ts';
import { naiveHistory, naiveMessages } from '#test/support/logs/naive-search.ts';
import fc from '#test/support/property.ts';
import { someSearch } from '#test/support/sessions/random-sessions.ts';

const clock = manualClock('2026-03-01T12:00:00.000Z');
const log = () => {};
const nothing = { path: '', from: '' };
const noDates = { from: undefined, to: undefined };

describe('a search', () => {
  it.each([
    ['messages', naiveMessages],
    ['prompts', naiveHistory],
  ] as const)('finds the %s that a plain scan finds', async (kind, naive) => {
    let hits = 0;
    const chunkBytes = fc.integer({ min: 1, max: 90 });
    await fc.assert(
      fc.asyncProperty(someSearch, chunkBytes, async ({ files, query }, size) => {
        const needs = { transcripts: memoryTranscripts(files, size), clock, log };
        const search = { ...query, ...noDates };
        const found =
          kind === 'messages'
            ? (await searchMessages(needs, search)).messages
            : await searchHistory(needs, search);
        expect(found).toEqual(naive(files, query));
        hits += found.length;
      }),
      { numRuns: 800 },
    );
    expect(hits).toBeGreaterThan(300);
  });

  it('finds the same with summaries of all, some or changed files', async () => {
    const change = fc.record({
      path: fc.constantFrom('-srv/33333333.jsonl', '-home-ada--lantern/agent-2.jsonl', 'a/b.jsonl'),
      from: fc.constantFrom('11111111.jsonl', 'agent-2.jsonl'),
      way: fc.constantFrom('append', 'replace', 'remove', 'nothing'),
    });
    const ways = new Set<string>();
    await fc.assert(
      fc.asyncProperty(someSearch, fc.array(change, { maxLength: 3 }), async (asked, changes) => {
        const { files, query } = asked;
        const needs = { transcripts: memoryTranscripts(files), clock, log };
        const search = { ...query, ...noDates };
        for (const { path, from, way } of [{ ...nothing, way: 'nothing' }, ...changes]) {
          const other = files.get(`-home-ada--lantern/${from}`) ?? Buffer.alloc(0);
          const old = files.get(path) ?? Buffer.alloc(0);
          if (way === 'append') files.set(path, Buffer.concat([old, other]));
          if (way === 'replace') files.set(path, other);
          if (way === 'remove') files.delete(path);
          const { messages, way: seen } = await searchMessages(needs, search);
          expect(messages).toEqual(naiveMessages(files, query));
          ways.add(seen);
          await readSummaries(needs);
          expect((await searchMessages(needs, search)).messages).toEqual(messages);
        }
      }),
      { numRuns: 500 },
    );
    expect([...ways].sort()).toEqual(['index', 'scan']);
  });

  const line = (content: unknown) =>
    `{"type":"user","message":{"content":${JSON.stringify(content)}}}`;
  it.each([
    ['a slash that is escaped', 'A/B', '{"type":"user","message":{"content":"a\\/b"}}'],
    ['a letter that is escaped', 'é', '{"type":"user","message":{"content":"\\u00C9"}}'],
    [
      'half of a pair that is escaped',
      '😀',
      '{"type":"user","message":{"content":"\\ud83d\\uDE00"}}',
    ],
    [
      'text over two blocks',
      'a\nb',
      line([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
    ],
    ['an expression', '.*', line('a.*b')],
  ])('finds %s', async (_, q, text) => {
    const files = new Map([['p/s.jsonl', Buffer.from(text)]]);
    const needs = { transcripts: memoryTranscripts(files), clock, log };
    const query = { q, limit: 50, order: 'newest' as const };
    const { messages: found } = await searchMessages(needs, { ...query, ...noDates });
    expect(found).toEqual(naiveMessages(files, query));
    expect(found).toHaveLength(1);
  });

  it.each([
    ['a name that occurs twice', '"timestamp":"2001-01-01","timestamp"'],
    ['a name that is escaped', '"timestamp":"2001-01-01","time\\u0073tamp"'],
    ['a number', '"timestamp"'],
  ])('takes the time of %s', async (name, names) => {
    const old = '{"type":"user","timestamp":"2026-03-01T10:00:00Z","message":{"content":"a"}}\n';
    const time = name === 'a number' ? '1772445600000' : '"2026-03-02T10:00:00Z"';
    const latest = `{"type":"user",${names}:${time},"message":{"content":"a, the latest"}}`;
    const files = new Map([['p/s.jsonl', Buffer.from(old.repeat(9) + latest)]]);
    const needs = { transcripts: memoryTranscripts(files), clock, log };
    const query = { q: 'a', limit: 1, order: 'newest' as const };
    const { messages: found } = await searchMessages(needs, { ...query, ...noDates });
    expect(found).toMatchObject([{ snippet: 'a, the latest' }]);
  });

  /** Lines of 2 kB, a minute from one to the next. */
  const minutes = (count: number, minuteOf: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => {
      const timestamp = new Date(Date.UTC(2026, 1, 1, 0, minuteOf(at))).toISOString();
      const content = `${at} ${'a '.repeat(1_000)}`;
      return JSON.stringify({ type: 'user', timestamp, message: { content } });
    });
  const newest = { q: 'A A', order: 'newest' as const };

  it('finds the latest of more lines than may wait', async () => {
    // The latest are in the middle, the oldest at both ends.
    const lines = minutes(2_500, (at) => (at < 1_250 ? at : 2_499 - at));
    const files = new Map([['p/s.jsonl', Buffer.from(lines.join('\n'))]]);
    const needs = { transcripts: memoryTranscripts(files, 65_536), clock, log };
    const query = { ...newest, limit: 3 };
    const { messages: found } = await searchMessages(needs, { ...query, ...noDates });
    expect(found).toEqual(naiveMessages(files, query));
    expect(found[0]?.snippet).toMatch(/^1250 a a/);
  });

  it('reads a file whose times never decrease from its end, as far as it has to', async () => {
    const lines = minutes(600, (at) => at);
    const swapped = lines.toSpliced(0, 2, lines[1] ?? '', lines[0] ?? '');
    const untimed = lines.toSpliced(7, 1, '{"type":"user","message":{"content":"A a a"}}');
    const parts: Record<string, number> = {};
    let bytes = 0;
    for (const [name, text] of Object.entries({ lines, swapped, untimed })) {
      const files = new Map([['p/s.jsonl', Buffer.from(text.join('\n'))]]);
      for (const limit of [1, 200]) {
        const transcripts = memoryTranscripts(files, 65_536, (read) => (bytes += read));
        const needs = { transcripts, clock, log };
        await readSummaries(needs);
        bytes = 0;
        const query = { ...newest, limit };
        const { messages, way } = await searchMessages(needs, { ...query, ...noDates });
        expect([messages, way]).toEqual([naiveMessages(files, query), 'index']);
        parts[`${name} ${limit}`] = Math.round((bytes / text.join('\n').length) * 10);
      }
    }
    expect(parts).toEqual({
      ...{ 'lines 1': 2, 'lines 200': 6 },
      ...{ 'swapped 1': 10, 'swapped 200': 10 },
      ...{ 'untimed 1': 10, 'untimed 200': 10 },
    });
  });
});

describe('the parts of a file from its end', () => {
  it('are all of its ranges, each once', () => {
    const gaps = fc.array(fc.tuple(fc.nat({ max: 50 }), fc.integer({ min: 1, max: 50 })));
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 200 }), (pairs, bytes) => {
        let at = 0;
        const ranges = pairs.flatMap(([gap, length]) => {
          const start = (at += gap);
          return [start, (at += length)];
        });
        const parts = [...fromTheEnd(Float64Array.from(ranges), bytes)];
        expect(parts.toReversed().flatMap((part) => [...part])).toEqual(ranges);
        for (const [index, part] of parts.entries()) {
          const size = (part.at(-1) ?? 0) - (part[0] ?? 0);
          expect(part.length === 2 || size <= bytes * 2 ** index).toBe(true);
        }
      }),
    );
  });
});
