import { describe, expect, it } from 'vitest';
import { estimate as estimateOf } from '#core/docs/generate/estimate.ts';
import type { Estimate } from '#core/docs/schema.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { paid } from '#test/support/ai/paid.ts';
import type { Rule } from '#test/support/ai/scripted-ai.ts';
import { openDocsWorld, rules } from '#test/support/docs/docs-world.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

const page = '# {{title}}\n\nText.\n';
const files = { 'README.md': '# Sample\n', 'a.ts': '1\n' };

/** Each answer has a price. */
const priced = (count: number, cost: number): Rule[] => [
  { task: { kind: 'plan' }, text: paid(JSON.stringify(plan(count)), cost) },
  { task: { kind: 'page' }, text: paid(page, cost) },
];

describe.each(homes())('what a generation costs on $name', ({ home }) => {
  const world = eachTest(() => openDocsWorld(home, {}, { hasAllRoutes: true }));
  const generate = async (body: object = {}) => {
    const reply = await world().post({ repo_url: world().url, ...body });
    expect(reply.status).toBe(202);
    return world().ended();
  };
  const ask = (path: string, body: object | string, headers: Record<string, string> = asAdmin) =>
    world().send({ method: 'POST', path, body, headers });
  const estimate = async (body: object = {}): Promise<Estimate> => {
    const reply = await ask('/api/generate/estimate', { repo_url: world().url, ...body });
    expect(reply.status).toBe(200);
    return reply.json() as Estimate;
  };
  const reasons = async () =>
    (await world().history()).at(-1)?.report?.pages.map(({ result, reason }) => [result, reason]);

  it('stops between pages at the limit, with what is done published; a retry writes the rest', async () => {
    world().commit(files);
    world().say(...priced(12, 0.5));
    // The plan and the first of five lanes reach it: at most five pages go beyond.
    const stopped = await generate({ max_cost: 1 });
    const failed = stopped.error_pages;
    expect(stopped).toMatchObject({ status: 'ready', page_count: 12 });
    expect(12 - failed).toBeGreaterThanOrEqual(1);
    expect(12 - failed).toBeLessThanOrEqual(6);
    expect(await reasons()).toContainEqual([
      'failed',
      'Not written: the cost limit of $1.00 is reached',
    ]);
    expect(await world().published('page-1.md')).toBe('# Page 1\n\nText.\n');
    expect(await world().published('page-12.md')).toMatch(/^# Page 12\n\n\*Documentation gen/);
    expect(world().calls()).toHaveLength(1 + 12 - failed);
    // Each generation has the limit for itself.
    for (let left = failed; left > 0;) {
      expect((await ask('/api/projects/sample/retry', {})).status).toBe(202);
      const { error_pages } = await world().ended();
      expect(error_pages).toBeLessThan(left);
      left = error_pages;
    }
    expect(world().calls()).toHaveLength(13);
  });

  it('publishes nothing where the plan alone reaches it, and keeps the earlier site', async () => {
    world().commit(files);
    world().say(...rules(2));
    await generate();
    world().say(...priced(2, 0.5));
    world().commit({ ...files, 'b.ts': '2\n' });
    const ended = await generate({ max_cost: 0.25, force: true });
    expect(ended).toMatchObject({
      status: 'error',
      error_message: 'Not written: the cost limit of $0.250 is reached',
    });
    expect(await world().published('page-1.md')).toBe('# Page 1\n\nText.\n');
  });

  it('stops where the cost of an answer is not known (R9)', async () => {
    world().commit(files);
    world().say(...rules(3));
    const ended = await generate({ max_cost: 5 });
    expect(ended.status).toBe('error');
    expect(ended.error_message).toMatch(/^Not written: what .* costs is not known, .*MODEL_PRICES/);
    expect(world().calls()).toHaveLength(1);
  });

  it('is estimated from the files, then by what the model took here, and is nothing when nothing changed', async () => {
    world().commit(files);
    world().say(...priced(3, 0.5));
    expect(await estimate({ max_cost: 2 })).toEqual({
      project: 'sample',
      writer: expect.stringMatching(/\(sonnet\)$/) as string,
      pages: { from: 2, to: 6 },
      calls: { from: 3, to: 7 },
      input_tokens: { from: 120_000, to: 1_750_000 },
      output_tokens: { from: 6_000, to: 56_000 },
      cost_usd: { from: 0.45, to: 6.09 },
      max_cost: 2,
      pages_by: 'files',
      usage_by: 'rule',
    });
    expect(world().calls()).toHaveLength(0);
    await generate();
    expect(await estimate()).toMatchObject({ calls: { from: 0, to: 0 }, pages_by: 'commit' });
    const again = await estimate({ force: true });
    expect(again).toMatchObject({
      ...{ pages: { from: 3, to: 3 }, calls: { from: 4, to: 4 } },
      input_tokens: { from: 4_000, to: 4_000 },
      cost_usd: { from: 2, to: 2 },
      ...{ max_cost: null, pages_by: 'plan', usage_by: 'measured' },
    });
  });

  it('is estimated as a rule while two other estimates clone', async () => {
    world().commit(files);
    const { platform } = world();
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
    let begun = 0;
    const git = {
      ...platform.git,
      checkout: async (...input: Parameters<typeof platform.git.checkout>) => {
        begun += 1;
        await gate;
        return platform.git.checkout(...input);
      },
    };
    const caller = { username: 'ada', role: 'admin', isAdmin: true, via: 'key' } as const;
    const ask = () => estimateOf({ ...platform, git }, caller, { repo_url: world().url } as never);
    const others = [ask(), ask()];
    await expect.poll(() => begun).toBe(2);
    expect((await ask()).pages_by).toBe('rule');
    open(undefined);
    expect((await Promise.all(others)).map(({ pages_by }) => pages_by)).toEqual(['files', 'files']);
    expect((await ask()).pages_by).toBe('files');
  });

  it('is estimated as a rule where the repository cannot be read, and refused as a generation is', async () => {
    const unknown = await estimate({ repo_url: world().server.url('none') });
    expect(unknown).toMatchObject({ pages: { from: 2, to: 60 }, pages_by: 'rule' });
    const cases: [object, number][] = [
      [{ repo_url: 'file:///etc' }, 400],
      [{ repo_url: world().url, max_cost: 0 }, 422],
      [{ repo_url: world().url, max_cost: -1 }, 422],
      [{ repo_url: world().url, max_cost: '1' }, 422],
      [{ repo_url: world().url, ai_provider: 'other' }, 400],
    ];
    for (const [body, status] of cases)
      expect([body, (await ask('/api/generate/estimate', body)).status]).toEqual([body, status]);
    const viewer = await addUser(world(), 'vera', 'viewer');
    const path = '/api/generate/estimate';
    expect((await ask(path, { repo_url: world().url }, bearer(viewer))).status).toBe(403);
  });

  it('is shown on a page with the form as it was sent, with what is wrong at its field', async () => {
    world().commit(files);
    const browser = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const send = (fields: Record<string, string>) =>
      ask('/estimate', new URLSearchParams(fields).toString(), { ...asAdmin, ...browser });
    const shown = await send({ source: world().url, max_cost: '2.5' });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Estimate for sample');
    expect(shown.text).toMatch(/<dt>Price<\/dt>\s*<dd>\$0\.45 to \$6\.09<\/dd>/);
    expect(shown.text).toMatch(/<dt>Cost limit<\/dt>\s*<dd>\$2\.50<\/dd>/);
    expect(shown.text).toContain(`value="${world().url}"`);
    const wrong = await send({ source: world().url, max_cost: 'much' });
    expect(wrong.text).toContain('Enter an amount above 0, such as 2.50, or leave this empty.');
  });
});

it('the limit of the server holds for each generation; a request can only lower it', async () => {
  const [local] = homes();
  if (!local) throw new Error('there is no home');
  const world = await openDocsWorld(local.home, { MAX_COST: '0.25' });
  try {
    world.commit(files);
    world.say(...priced(2, 0.5));
    await world.post({ repo_url: world.url, max_cost: 100 });
    expect(await world.ended()).toMatchObject({ status: 'error' });
    expect((await world.history())[0]).toMatchObject({ max_cost: 0.25 });
  } finally {
    await world.close();
  }
});
