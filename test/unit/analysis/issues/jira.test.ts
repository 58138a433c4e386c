import { afterEach, describe, expect, it } from 'vitest';
import { openTracker } from '#core/analysis/issues/tracker/jira.ts';
import type { TrackerAccess } from '#core/analysis/issues/tracker/tracker.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import {
  trackerOf,
  worldOf,
  type TrackerWorld,
} from '#test/support/analysis/jira/tracker-world.ts';
import fc from '#test/support/property.ts';
import { newProject } from '#test/support/analysis/jira/server.ts';

const kinds = ['cloud', 'server'] as const;
const mark = 'lantern-0123456789abcdef';
const bug = {
  ...{ project: 'SHOP', title: 'The total is wrong', body: 'Two apples cost *three*.' },
  ...{ securityLevel: '', mark },
};

let world: TrackerWorld | undefined;
const open = async (...options: Parameters<typeof worldOf>) => (world = await worldOf(...options));
afterEach(async () => {
  await world?.close();
  world = undefined;
});

describe.each(kinds)('the tracker, %s', (kind) => {
  it('finds issues with all words of a keyword, of one project, with their facts', async () => {
    const { jira, tracker } = await open(kind);
    jira.projects.push(newProject('AND', 'A reserved word'));
    jira.add('SHOP', { summary: 'The total of the cart is wrong', status: 'Done', priority: null });
    jira.add('SHOP', { summary: 'Login', description: 'The cart is empty, its total is not.' });
    jira.add('SHOP', { summary: 'The total of the invoice' });
    jira.add('AND', { summary: 'Another cart with a total' });
    const found = await tracker.search('SHOP', ['cart: TOTAL!', 'no such words'], 5);
    expect(found.map(({ key }) => key)).toEqual(['SHOP-2', 'SHOP-1']);
    expect(found[1]).toEqual({
      ...{ key: 'SHOP-1', summary: 'The total of the cart is wrong', status: 'Done' },
      ...{ priority: '', url: `${jira.origin}/browse/SHOP-1` },
    });
    expect(await tracker.search('SHOP', ['total'], 2)).toHaveLength(2);
    expect(await tracker.search('AND', ['cart'], 5)).toHaveLength(1);
  });

  it('makes a query of every keyword that stays in its project', async () => {
    const { jira, tracker } = await open(kind);
    jira.projects.push(newProject('OTHER', 'Not asked for'));
    jira.add('OTHER', { summary: 'or project other summary text labels a b c 1 2 3' });
    const piece = fc.oneof(
      fc.constantFrom('"', '\\', '\\"', ') OR project = "OTHER" OR (text ~ "', 'NOT ', 'or', 'AND'),
      fc.constantFrom('\u0000', '\n', '*', '?a', '~', '[', '{', '^', '&&', '||', ' : ', '\ud800'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const keyword = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(keyword, { maxLength: 12 }), async (keywords) => {
        expect(await tracker.search('SHOP', keywords, 5)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['SHOP" OR project = "OTHER', '../issue', ''])(
    'refuses the project key %j before it asks',
    async (project) => {
      const { jira, tracker } = await open(kind);
      const refusal = { kind: 'invalid', code: 'bad_project' };
      await expect(tracker.search(project, ['a word'], 5)).rejects.toMatchObject(refusal);
      await expect(tracker.securityLevels(project)).rejects.toMatchObject(refusal);
      await expect(tracker.create({ ...bug, project })).rejects.toMatchObject(refusal);
      await expect(tracker.findCreated(project, mark)).rejects.toMatchObject(refusal);
      expect(jira.requests).toEqual([]);
    },
  );

  it('makes a bug with its title, its level and its mark', async () => {
    const { jira, tracker } = await open(kind);
    const created = await tracker.create({ ...bug, securityLevel: 'Team' });
    const url = `${jira.origin}/browse/SHOP-1`;
    expect(created).toEqual({ key: 'SHOP-1', url, title: bug.title });
    const [issue] = jira.issues;
    expect(issue).toMatchObject({
      ...{ summary: created.title, labels: [mark], security: '10000', type: '4' },
    });
    const second = { ...bug, project: 'shop', securityLevel: '10001' };
    expect((await tracker.create(second)).key).toBe('SHOP-2');
    expect(jira.issues[1]?.security).toBe('10001');
  });

  it('finds a new issue by its mark before the index has it (R1)', async () => {
    const { jira, tracker } = await open(kind);
    expect(await tracker.findCreated('SHOP', mark)).toBeUndefined();
    for (let at = 0; at < 30; at += 1) jira.add('SHOP', { summary: `old ${at}` });
    // Deleted issues leave gaps.
    jira.issues.splice(25, 5);
    const created = await tracker.create(bug);
    expect(await tracker.search('SHOP', ['total'], 5)).toEqual([]);
    expect(await tracker.findCreated('SHOP', mark)).toEqual(created);
    // A younger one may be in the index before.
    const younger = jira.add('SHOP', { summary: 'younger' });
    expect(jira.indexed.has(younger.key)).toBe(true);
    expect(await tracker.findCreated('shop', mark)).toEqual(created);
    for (let at = 0; at < 30; at += 1) jira.add('SHOP', { summary: `new ${at}` });
    jira.index();
    expect(await tracker.findCreated('SHOP', mark)).toEqual(created);
    expect(await tracker.findCreated('SHOP', `${mark}0`)).toBeUndefined();
  });

  it('finds the issue whose creation was not answered (R1)', async () => {
    const { jira, tracker } = await open(kind);
    jira.afterAnswer = ({ method, path }) =>
      method === 'POST' && path.endsWith('/issue') ? 'close' : undefined;
    await expect(tracker.create(bug)).rejects.toMatchObject({ kind: 'upstream' });
    expect(jira.issues).toHaveLength(1);
    expect(await tracker.findCreated('SHOP', mark)).toMatchObject({ key: 'SHOP-1' });
  });

  it('says what Jira refuses, without the token', async () => {
    const { jira, tracker, access } = await open(kind);
    await expect(tracker.create({ ...bug, securityLevel: 'None' })).rejects.toMatchObject({
      ...{ kind: 'upstream', message: expect.stringContaining('Specify a valid value') as unknown },
    });
    await expect(tracker.search('NONE', ['word'], 5)).rejects.toMatchObject({ kind: 'upstream' });
    jira.faults.push({ status: 400, body: { errorMessages: [`bad ${access.token}`] } });
    const error = await tracker.account().catch((caught: Error) => caught.message);
    expect(error).toBe(`The tracker ${new URL(jira.origin).host} answered 400: bad ***`);
    jira.faults.push({ status: 200, body: { of: 'another program' } });
    await expect(tracker.account()).rejects.toMatchObject({ kind: 'upstream', code: 'unreadable' });
  });

  const wrong: Partial<TrackerAccess>[] = [{ token: 'another-token' }, { token: 'tökén\u2028' }];
  it.each(wrong)('says that the login is refused: %j', async (login) => {
    const { jira, access } = await open(kind);
    const tracker = trackerOf({ ...access, ...login });
    const refusal = login.token === 'another-token' ? 'unauthorized' : /unauthorized|invalid/;
    const calls = [
      () => tracker.account(),
      () => tracker.projects(),
      () => tracker.search('SHOP', ['word'], 5),
      () => tracker.create(bug),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        kind: expect.stringMatching(refusal) as unknown,
      });
    }
    expect(jira.issues).toEqual([]);
  });

  it('waits as long as the rate limit says, if that is short', async () => {
    const { jira, tracker, clock } = await open(kind);
    const limited = (after: string) => ({
      ...{ status: 429, headers: { 'retry-after': after }, body: '' },
    });
    jira.faults.push(limited('3'));
    const account = tracker.account();
    await expect.poll(() => clock.sleeping()).toBe(1);
    await clock.advance(3_000);
    expect(await account).toBe('Ann Example');
    jira.faults.push(limited('60'));
    await expect(tracker.account()).rejects.toMatchObject({
      ...{ kind: 'upstream', message: expect.stringContaining('try again in 60 s') as unknown },
    });
    // A creation too: it had no effect.
    jira.faults.push(undefined, limited('1'));
    const created = tracker.create(bug);
    await expect.poll(() => clock.sleeping()).toBe(1);
    await clock.advance(1_000);
    await created;
    expect(jira.issues).toHaveLength(1);
  });

  const body = (text: string | object, status = 200) => ({ status, body: text });
  it.each([
    ['a page', body('<html>login</html>'), /unreadable/],
    ['a redirect', { ...body('', 302), headers: { location: 'http://10.0.0.1/' } }, /302/],
    ['503', body({ errorMessages: ['later'] }, 503), /answered 503: later/],
    ['429 without a time', body('', 429), /too many requests: try again in 60 s/],
    ['a huge body', body('x'.repeat(11 * 1024 * 1024)), /more than/],
    ['a lost connection', 'close' as const, /connection lost/],
    ['half', 'cut' as const, /connection lost/],
    ['nothing', 'silence' as const, /did not answer in 0.2 s/],
  ])('fails when it answers %s', async (_name, fault, message) => {
    const { jira, access } = await open(kind);
    const timeoutMilliseconds = fault === 'silence' ? 200 : 15_000;
    const tracker = trackerOf({ ...access, timeoutMilliseconds });
    for (const call of [() => tracker.account(), () => tracker.search('SHOP', ['word'], 1)]) {
      jira.faults.push(fault);
      await expect(call()).rejects.toMatchObject({
        ...{ kind: 'upstream', message: expect.stringMatching(message) as unknown },
      });
      expect(jira.requests.length).toBeLessThanOrEqual(2);
    }
  });
});

it('reaches a private address only for an origin of the operator, over checked TLS (S4)', async () => {
  const { access, clock } = await open('server', { isSecure: true });
  const fetch = netFetch({ allowPrivate: false, clock, log: () => {} });
  const account = (changes: Partial<TrackerAccess>) =>
    openTracker({ fetch, clock }, { ...access, ...changes }).account();
  await expect(account({ isTrusted: false, verifyTls: false })).rejects.toMatchObject({
    ...{ kind: 'invalid', code: 'private_address' },
  });
  await expect(account({ isTrusted: true })).rejects.toMatchObject({ kind: 'upstream' });
  expect(await account({ isTrusted: true, verifyTls: false })).toBe('Ann Example');
});
