import { describe, expect, it, vi } from 'vitest';
import { logsSite } from '#core/logs/pages/logs-site.ts';
import { readRejections } from '#core/webhook/pages/read-rejections.ts';
import { deliveriesPage } from '#core/webhook/pages/deliveries-page.ts';
import { deliveriesQuery } from '#core/webhook/pages/deliveries-search.ts';
import { keptHeaders } from '#core/webhook/receiving/headers.ts';
import { namesIn, parseBody, textOf } from '#core/webhook/receiving/names-in.ts';
import { receive } from '#core/webhook/receiving/receive.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

it('a body of too many values is not parsed before its signature is checked (S14)', () => {
  const repository = '"repository":{"name":"repo","full_name":"owner/repo"}';
  const body = (values: number) => Buffer.from(`{${repository},"x":[${'{},'.repeat(values)}0]}`);
  expect(namesIn(parseBody(textOf(body(200_000))))).toEqual({
    name: 'repo',
    fullName: 'owner/repo',
  });
  const parse = vi.spyOn(JSON, 'parse');
  expect(parseBody(textOf(body(2_000_000)))).toBe(undefined);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

describe('of a repository that is named twice', () => {
  const world = eachTest(webhookWorld);
  const named = (full_name: string) => {
    return `"repository":${JSON.stringify({ name: full_name.split('/')[1], full_name })}`;
  };
  const send = async (...names: string[]) => {
    const { configure, platform } = world();
    await configure('', '    webhook-secret: own-secret\n  x:\n    name: owner/x\n');
    const body = () => Buffer.from(`{${names.map(named).join()}}`);
    const headers = { 'x-scm-event': 'ping' };
    const sent: unknown[] = [];
    const send = async (_name: string, message: string) => {
      return { id: String(sent.push(JSON.parse(message))) };
    };
    const queue = { ...platform.queue, send };
    await receive({ ...platform, queue }, { headers, address: '127.0.0.1', body });
    return sent;
  };

  it('the secret of the last one counts (S17)', async () => {
    await expectFailure(send('owner/x', 'owner/repo'), 'forbidden', 'no_signature');
  });

  it('the last one is processed (S17)', async () => {
    expect(await send('owner/repo', 'owner/x')).toMatchObject([{ repository: 'owner/x' }]);
  });
});

it('headers that hold keys or cookies are not kept (S10)', () => {
  const secret = ['cookie', 'set-cookie', 'authorization', 'proxy-authorization', 'x-api-key'];
  const more = ['x-hub-signature-256', 'x-auth-token', 'x-webhook-secret'];
  const headers = Object.fromEntries([...secret, ...more].map((name) => [name, 'a=b']));
  expect(keptHeaders({ ...headers, 'x-scm-event': 'push' })).toEqual({ 'x-scm-event': 'push' });
});

describe('a request that is rejected (R9)', () => {
  const world = eachTest(webhookWorld);
  const canary = 'canary-of-the-body';
  const send = (id: string, fullName = 'owner/repo') => {
    const headers = { 'x-scm-event': 'push', 'x-scm-delivery': id, 'x-hub-signature-256': 'no' };
    const repository = { name: fullName.split('/')[1], full_name: fullName };
    const body = () => Buffer.from(JSON.stringify({ repository, canary }));
    return receive(world().platform, { headers, address: '192.0.2.7', body });
  };
  const entries = async () => {
    const where = { event_type: 'rejected_request' };
    return (await world().platform.logs.search({ where }, { limit: 100 })).entries;
  };

  it.each<[string, root: string, kind: 'forbidden' | 'configuration', level: string, text: RegExp]>(
    [
      [
        'for its signature',
        'webhook-secret: one',
        'forbidden',
        'WARNING',
        /push d-1 from 192\.0\.2\.7: Request signatures didn't match!/,
      ],
      [
        'for the configuration',
        'webhook-sekret: one',
        'configuration',
        'ERROR',
        /line 4: webhook-sekret is not a known key/,
      ],
    ],
  )('%s is in the log and on the page, without its body', async (_, root, kind, level, text) => {
    const { configure, platform } = world();
    await configure(root);
    await expectFailure(send('d-1'), kind);
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ level, message: expect.stringMatching(text) as string });
    expect(entry?.repository).toBe(kind === 'forbidden' ? 'owner/repo' : null);
    expect(JSON.stringify(entry)).not.toContain(canary);
    const html = deliveriesPage({
      ...(await logsSite.frame(platform)),
      ...{
        baseUrl: '',
        query: deliveriesQuery.parse({}),
        deliveries: [],
        cursor: null,
        hasSession: false,
      },
      rejections: await readRejections(platform),
    });
    expect(html).toContain('/logs?event_type=rejected_request');
    expect(html.replaceAll('&#39;', "'")).toMatch(text);
  });

  it('is one of ten in a minute; the others are counted', async () => {
    const { clock, configure } = world();
    await configure('webhook-secret: one');
    for (let count = 0; count < 15; count += 1) await expectFailure(send('d'), 'forbidden');
    expect(await entries()).toHaveLength(10);
    clock.jump(60_000);
    // A name that nobody proved is not one of ours.
    await expectFailure(send('later', 'other/repository'), 'forbidden');
    const [newest] = await entries();
    expect(newest).toMatchObject({
      message: expect.stringContaining('5 others in the minute before') as string,
      repository: null,
    });
  });
});
