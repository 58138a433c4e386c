import { describe, expect, it } from 'vitest';
import { searchHistory, searchMessages } from '#core/sessions/search/search-messages.ts';
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
    const changes = fc.array(change, { maxLength: 3 });
    // Texts of small files are kept.
    const size = fc.constantFrom(1, undefined);
    await fc.assert(
      fc.asyncProperty(someSearch, changes, size, async (asked, some, bytes) => {
        const { files, query } = asked;
        const transcripts = memoryTranscripts(files, 7, () => {}, bytes);
        const needs = { transcripts, clock, log };
        const search = { ...query, ...noDates };
        for (const { path, from, way } of [{ ...nothing, way: 'nothing' }, ...some]) {
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

  /** Texts of 8 MiB are kept. */
  it('reads the texts of the last short files once', async () => {
    const files = new Map<string, Buffer>();
    const write = (name: string, count: number) =>
      files.set(`-${name}/s.jsonl`, Buffer.from(minutes(count, (at) => at).join('\n')));
    for (const name of 'abcdefghi') write(name, 480);
    write('long', 2_100);
    let bytes = 0;
    const transcripts = memoryTranscripts(files, 65_536, (read) => (bytes += read), 1);
    const needs = { transcripts, clock, log };
    /** Whether its file was read, and how many messages were found. */
    const search = async (name: string) => {
      await readSummaries(needs);
      bytes = 0;
      const query = { ...newest, ...noDates, limit: 500, project: `/${name}` };
      const { messages } = await searchMessages(needs, query);
      return [name, bytes > 0, messages.length];
    };
    for (const name of [...'abcdefghi', 'long']) expect(await search(name)).toContain(true);
    for (const name of 'ihgfedcb') expect(await search(name)).toEqual([name, false, 480]);
    expect(await search('a')).toEqual(['a', true, 480]);
    expect(await search('i')).toEqual(['i', true, 480]);
    expect(await search('b')).toEqual(['b', false, 480]);
    expect(await search('long')).toEqual(['long', true, 500]);
    write('b', 470);
    expect(await search('b')).toEqual(['b', true, 470]);
    // Files with little text count, too.
    for (let at = 0; at < 600; at += 1)
      files.set(`-tiny/${at}.jsonl`, Buffer.from(minutes(1, () => at).join()));
    for (let round = 0; round < 2; round += 1)
      expect(await search('tiny')).toEqual(['tiny', true, 500]);
    // A file that cannot be read for a moment.
    write('c', 460);
    await readSummaries(needs);
    const listing = await transcripts.list();
    transcripts.list = async () => listing;
    files.delete('-c/s.jsonl');
    expect(await search('c')).toEqual(['c', false, 0]);
    write('c', 460);
    expect(await search('c')).toEqual(['c', true, 460]);
    expect(await search('c')).toEqual(['c', false, 460]);
  });
});
