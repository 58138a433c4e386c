import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { asAdmin } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

const browser = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
const nightly = '/api/jobs/shop%2Fnightly/metadata';

describe.each(homes())('metadata on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'analysis'));
  const ask = async (method: string, path: string, body?: object, headers = {}) => {
    const reply = await world().send({ method, path, headers, ...(body && { body }) });
    return [reply.status, reply.json()];
  };
  const previewOf = (body: object, headers: object = asAdmin) =>
    ask('POST', '/api/jobs/metadata/rules/preview', body, headers);
  const form = (fields: Record<string, string>, headers: Record<string, string> = asAdmin) =>
    world().send({
      ...{ method: 'POST', path: '/metadata', headers: { ...browser, ...headers } },
      body: new URLSearchParams(fields).toString(),
    });
  const save = (rules: string) => form({ task: 'save', rules });
  const builds = async (...names: string[]) => {
    for (const [at, job_name] of names.entries()) {
      await addJob(world().platform, { id: `job_${at}`, job_name });
    }
  };
  const page = async (path: string) => (await world().send({ path, headers: browser })).text;

  it('sets, completes by rules and removes the metadata of a job', async () => {
    const none = [404, { detail: "No metadata is known for job 'shop/nightly'" }];
    expect(await ask('GET', nightly)).toEqual(none);
    const set = { team: ' web ', version: '', labels: ['b', 'a', 'b'] };
    const own = { job_name: 'shop/nightly', team: 'web', tier: null, version: null };
    expect(await ask('PUT', nightly, set)).toEqual([200, { ...own, labels: ['a', 'b'] }]);
    await save("- {pattern: 'shop/*', team: shop, tier: '1', labels: [c]}");
    const both = { ...own, tier: '1', labels: ['a', 'b', 'c'] };
    expect(await ask('GET', '/api/jobs/shop/nightly/metadata')).toEqual([200, both]);
    expect(await ask('GET', '/api/jobs/metadata')).toEqual([200, [both]]);
    const deleted = { status: 'deleted', job_name: 'shop/nightly' };
    expect(await ask('DELETE', nightly)).toEqual([200, deleted]);
    expect(await ask('DELETE', nightly)).toEqual([
      ...[404, { detail: "No metadata is set for job 'shop/nightly'" }],
    ]);
    expect(await ask('GET', nightly)).toMatchObject([200, { team: 'shop', labels: ['c'] }]);
  });

  it('lists jobs by team, tier, version and label', async () => {
    await builds('shop/nightly', 'shop/v2', 'mobile', 'shop/v2');
    await save("- {pattern: 'shop/*', team: shop}\n- {pattern: '/v(?<version>.+)', labels: [x]}");
    await ask('PUT', '/api/jobs/later/metadata', { tier: '1' });
    const names = async (query: string) => {
      const [, jobs] = await ask('GET', `/api/jobs/metadata?${query}`);
      return (jobs as { job_name: string }[]).map(({ job_name }) => job_name);
    };
    expect(await names('')).toEqual(['later', 'shop/nightly', 'shop/v2']);
    expect(await names('team=shop')).toEqual(['shop/nightly', 'shop/v2']);
    expect(await names('team=shop&version=2')).toEqual(['shop/v2']);
    expect(await names('label=x')).toEqual(['shop/v2']);
    expect(await names('tier=1')).toEqual(['later']);
    expect(await names('tier=2')).toEqual([]);
    const rows = await ask('GET', '/api/dashboard?label=x');
    expect(rows).toMatchObject([200, [{ job_name: 'shop/v2' }, { job_name: 'shop/v2' }]]);
  });

  it('filters the list of analyses by the address', async () => {
    await builds('shop/nightly', 'mobile');
    await save("- {pattern: 'shop/*', team: shop, labels: [web]}");
    const all = await page('/');
    expect(all).toMatch(/<option value="shop"\s*>shop<\/option>/);
    expect(all).not.toContain('All tiers');
    const shown = await page('/?team=shop&label=web&part=jobs');
    expect(shown).toContain('href="/results/job_0"');
    expect(shown).not.toContain('href="/results/job_1"');
    expect(shown).toContain('<option value="shop" selected>');
    expect(shown).toContain('/?part=jobs&#38;view=jobs&#38;team=shop&#38;label=web');
    expect(await page('/?team=none')).toContain('No analysis matches');
  });

  it('previews rules, those given or those in force', async () => {
    await builds('shop/nightly', 'mobile');
    const given = {
      metadata_rules: [{ pattern: 'shop/*', team: 'shop' }],
      job_names: ['shop/x', 'y'],
    };
    const nothing = { team: null, tier: null, version: null, labels: [] };
    expect(await previewOf(given)).toEqual([
      200,
      {
        jobs: [
          { job_name: 'shop/x', ...nothing, team: 'shop', matched_rules: [1] },
          { job_name: 'y', ...nothing, matched_rules: [] },
        ],
      },
    ]);
    await save("- {pattern: 'none'}\n- {pattern: 'mob*', tier: '2'}");
    expect(await previewOf({})).toMatchObject([
      200,
      { jobs: [{ job_name: 'mobile', tier: '2', matched_rules: [2] }, { matched_rules: [] }] },
    ]);
    expect(await previewOf(given, {})).toMatchObject([403, {}]);
    const wrong = { metadata_rules: [{ pattern: '(?<team>' }] };
    expect(await previewOf(wrong)).toEqual([
      422,
      { detail: 'Rule 1: pattern cannot be read: missing closing ): `(?<team>`' },
    ]);
  });

  it('refuses rules that would keep the service busy (S15)', async () => {
    const metadata_rules = Array(7).fill({ pattern: `(?<team>${'(x?){30}'.repeat(20)})$` });
    const job_names = Array.from({ length: 100 }, (_, at) => `${'x'.repeat(490)}!${at}`);
    const body = { metadata_rules, job_names };
    expect(await previewOf(body)).toEqual([
      422,
      { detail: 'The rules take longer than 2 seconds. Use fewer or simpler patterns.' },
    ]);
  });

  it('edits rules on a page without script', async () => {
    await builds('shop/nightly');
    const rules = "# ours\n- {pattern: 'shop/*', team: shop}";
    const preview = await form({ task: 'preview', rules });
    expect([preview.status, preview.text]).toEqual([200, preview.text]);
    expect(preview.text.replace(/\s+/g, ' ')).toContain(
      'Nothing is saved yet. The rules match 1 of 1 job.',
    );
    expect(await page('/metadata')).toContain('There are no rules yet.');
    const saved = await save(rules);
    expect([saved.status, saved.headers.location]).toEqual([303, '/metadata']);
    expect(await page('/metadata')).toContain('# ours');
    const asked = await form({ task: 'remove' });
    expect(asked.text).toContain('Remove the saved rules?');
    await form({ task: 'remove', sure: 'yes' });
    expect(await page('/metadata')).toContain('There are no rules yet.');
  });

  it.each([
    ['- pattern: [', 'Not YAML or JSON: line 1'],
    ['hello', 'The rules must be a list'],
  ])('keeps what was written when it is refused: %s', async (rules, problem) => {
    for (const task of ['save', 'preview']) {
      const reply = await form({ task, rules });
      expect([reply.status, reply.text.includes(problem)]).toEqual([422, true]);
      expect(reply.text).toContain(rules.slice(0, 6));
    }
    expect(await page('/metadata')).toContain('There are no rules yet.');
  });

  it('shows the rules to everyone, and the form to administrators', async () => {
    await save('- {pattern: a}');
    expect(await page('/metadata')).not.toContain('<textarea');
    expect((await form({ task: 'save', rules: '' }, {})).status).toBe(403);
  });
});

/** The file that the environment names. */
describe('METADATA_RULES_FILE', () => {
  it.each([
    ['metadata_rules:\n- pattern: shop/*\n  team: shop', 200, undefined],
    ['metadata_rules:\n- team: shop', 404, 'Rule 1: pattern is missing'],
    [undefined, 404, 'it cannot be read'],
  ])('gives rules, or a warning: %j', async (text, status, problem) => {
    const path = join(tmpdir(), `rules-${process.pid}-${status}.yaml`);
    if (text !== undefined) writeFileSync(path, text);
    const world = await openWorld(onLocal, 'analysis', {
      environment: { METADATA_RULES_FILE: path },
    });
    const statuses = [await world.send({ path: nightly }), await world.send({ path: nightly })];
    const shown = await world.send({ path: '/metadata', headers: browser });
    rmSync(path, { force: true });
    // Read once: the file is gone.
    statuses.push(await world.send({ path: nightly }));
    await world.close();
    expect(statuses.map((reply) => reply.status)).toEqual([status, status, status]);
    const warnings = world.logs.filter(({ level }) => level === 'WARNING');
    expect(warnings.map((entry) => entry['problem'])).toEqual(
      problem === undefined ? [] : [problem],
    );
    expect(shown.text).toContain(problem ?? 'These rules come from METADATA_RULES_FILE');
  });
});
