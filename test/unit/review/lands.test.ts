import { describe, expect, it } from 'vitest';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { postComments } from '#core/review/posting/post-comments.ts';
import { scmClient } from '#core/scm/client.ts';
import { textReply, type SendToScm } from '#core/scm/send.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { isDeep } from '#test/support/level.ts';
import fc from '#test/support/property.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { head, hostToken, type HostFile, type ScmHost } from '#test/support/scm/state.ts';

const pairs = isDeep ? 100_000 : 2_000;

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '@@ -1 +1 @@',
    '+++ b/x',
    '--- a/x',
    '\\ No newline',
    '',
    ' ',
    '\r',
    '```',
    '<!--',
  ),
);
const change = fc.tuple(fc.constantFrom('+', '-', ' ', ' '), text);
const hunk = fc.record({
  gap: fc.nat(30),
  changes: fc.array(change, { minLength: 1, maxLength: 8 }),
});

/** A patch with the right numbers in its headers. */
const patch = fc.array(hunk, { minLength: 1, maxLength: 3 }).map((hunks) => {
  let [before, after] = [1, 1];
  return hunks
    .map(({ gap, changes }) => {
      before += gap;
      after += gap;
      const old = changes.filter(([sign]) => sign !== '+').length;
      const current = changes.filter(([sign]) => sign !== '-').length;
      // git counts an empty side from the line before it.
      const from = (start: number, count: number) => `${count === 0 ? start - 1 : start},${count}`;
      const header = `@@ -${from(before, old)} +${from(after, current)} @@ f()`;
      before += old;
      after += current;
      const lines = changes.map(([sign, line]) => sign + line.replaceAll('\n', ''));
      return [header, ...lines].join('\n');
    })
    .join('\n');
});

const names = ['a.ts', 'b c.ts', 'ü/`|`.ts', 'gone.ts', 'not-changed.ts', '../up.ts'];
const path = fc.constantFrom(...names);
const files: fc.Arbitrary<HostFile[]> = fc.uniqueArray(
  fc.record({ filename: path, patch, previous_filename: path }, { requiredKeys: ['filename'] }),
  { selector: ({ filename }) => filename, maxLength: 4 },
);
const marker = fc.constantFrom('', '### [CRITICAL] ', '### [WARNING] ', '### [SUGGESTION] ', '| ');
const comments = fc.array(
  fc.record({ path, line: fc.integer({ min: 1, max: 110 }), start: marker, text }),
  { minLength: 1, maxLength: 6 },
);

function sender(host: ScmHost, statuses: number[]): SendToScm {
  return async (request) => {
    const { method, path, accept, body = '' } = request;
    const given = { accept, authorization: `Bearer ${hostToken}` };
    const reply = host.handle({ method, path, headers: given, body });
    statuses.push(reply.status);
    return textReply(JSON.stringify(reply.body), reply.status, reply.headers);
  };
}

describe('R1: with an unsure answer of the code host', () => {
  const patch = '@@ -1 +1,2 @@\n a\n+b';
  const given = [
    { path: 'a.ts', line: 2, body: 'in the diff' },
    ...['x', 'y'].map((letter) => ({ path: 'c.ts', line: 1, body: letter.repeat(50_000) })),
  ];

  async function run(fault: (post: number) => number | undefined, isLate = true) {
    const host = scmHost({ files: [{ filename: 'a.ts', patch }] });
    const clock = manualClock();
    const statuses: number[] = [];
    const sendNow = sender(host, statuses);
    let posts = 0;
    const send: SendToScm = async (request) => {
      if (request.method !== 'POST' || !request.path.endsWith('/reviews')) return sendNow(request);
      const status = fault((posts += 1));
      const reply = status === undefined || isLate ? await sendNow(request) : undefined;
      return status === undefined && reply ? reply : textReply('{"message":"x"}', status ?? 500);
    };
    const name = { owner: 'owner', repo: 'repo', number: '7' };
    const options = { name, commit: head, comments: given, secrets: [], strict: false, all: false };
    const posting = postComments(async () => scmClient({ clock, send }), {
      ...{ ...options, say: () => {}, resolve: 'when-some' },
    });
    await clock.advance(60_000);
    const { status, posted, failed } = await posting;
    return { status, posted: posted.length, failed: failed.length, reviews: host.reviews.length };
  }

  it('a review that has landed is not posted again', async () => {
    const all = { status: 'success', posted: 3, failed: 0, reviews: 2 };
    expect(await run((post) => (post === 1 ? 502 : undefined))).toEqual(all);
  });

  it('a review that has not landed is posted again', async () => {
    const all = { status: 'success', posted: 3, failed: 0, reviews: 2 };
    expect(await run((post) => (post === 1 ? 502 : undefined), false)).toEqual(all);
  });

  it.each([422, 403])(
    'what follows a review, and is answered %i, alone has failed',
    async (code) => {
      const some = { status: 'failed', posted: 2, failed: 1, reviews: 1 };
      expect(await run((post) => (post === 1 ? undefined : code), false)).toEqual(some);
    },
  );
});

it(`${pairs} random comments and diffs: one review lands, nothing is refused or lost`, async () => {
  await fc.assert(
    fc.asyncProperty(files, comments, async (files, drawn) => {
      const host = scmHost({ files });
      const statuses: number[] = [];
      const scm = scmClient({ clock: systemClock(), send: sender(host, statuses) });
      const tag = (at: number) => `(comment ${at})`;
      const given = drawn.map(({ path, line, start, text }, at) => ({
        ...{ path, line },
        body: `${start}${text} ${tag(at)}`,
      }));
      const post = () =>
        postComments(async () => scm, {
          ...{ name: { owner: 'owner', repo: 'repo', number: '7' }, commit: head },
          ...{ comments: given, secrets: [], strict: false, all: false, say: () => {} },
          resolve: 'when-some',
        });
      const result = await post();
      expect(result).toMatchObject({ status: 'success', failed: [] });
      expect(result.posted).toEqual(given.map(({ path, line }) => ({ path, line })));
      expect(statuses.every((status) => status === 200)).toBe(true);
      expect(host.reviews).toHaveLength(1);
      const { body, comments = [] } = host.reviews[0] ?? { body: '' };
      const outside = body.split('### Outside the diff').slice(1).join('');
      const inline = comments.map((each) => each.body);
      for (const at of given.keys()) {
        const places = [outside, ...inline].filter((each) => each.includes(tag(at)));
        expect(places).toHaveLength(1);
      }
      // A line that the diff shows is where its comment is.
      const moved = new Set(result.moved?.map(({ path, line }) => `${path}:${line}`));
      for (const [at, { path, line }] of given.entries()) {
        if (moved.has(`${path}:${line}`)) continue;
        expect(comments.find((each) => each.body.includes(tag(at)))?.line).toBe(line);
      }
      expect((await post()).posted).toEqual([]);
      expect(host.reviews).toHaveLength(1);
    }),
    { numRuns: pairs },
  );
}, 600_000);
