import { describe, expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { answer, openExplainWorld } from '#test/support/analysis/explain-world.ts';
import { signatureOverrides } from '#core/analysis/base/tables/tables.ts';
import { homes } from '#test/support/homes.ts';

interface Result {
  readonly job_id: string;
  readonly failures: {
    readonly error_signature: string;
    readonly analysis: { readonly classification: string };
  }[];
}

/** The class that a person set, in later analyses. */
describe.each(homes())('memory on $name', ({ home }) => {
  const world = eachTest(() => openExplainWorld(home));
  const files = (line: string) => ({ 'src/pay.ts': `import x\n${line}\n` });
  const took = (ms: number) =>
    ['a', 'b'].map((test_name) => ({ test_name, error_message: `got 500 after ${ms} ms` }));

  it('is taken over until the blamed file changes, or the override is removed', async () => {
    const code_fix = { file: 'src/pay.ts', line: '2', change: 'return 200' };
    world().say('provider_a', answer('CODE ISSUE', { code_fix }));
    const commit = (line: string) => world().repository('shop', files(line));
    const tests_repo_url = commit('return 500');
    const asked = () => world().calls('provider_a').length;
    const analyze = async (ms = 3) => {
      const body = { ai_provider: 'provider_a', ai_model: 'm', tests_repo_url, failures: took(ms) };
      const { status, json } = await world().send({
        ...{ method: 'POST', path: '/analyze-failures', body },
      });
      expect(status).toBe(200);
      return json() as Result;
    };
    const classes = (result: Result) => result.failures.map((each) => each.analysis.classification);

    const first = await analyze();
    expect(classes(first)).toEqual(['CODE ISSUE', 'CODE ISSUE']);
    const override = async (id: string, cookie: string) => {
      const put = await world().send({
        ...{ method: 'PUT', path: `/results/${id}/override-classification`, headers: { cookie } },
        body: { test_name: 'a', classification: 'INFRASTRUCTURE' },
      });
      expect(put.status).toBe(200);
    };
    // The server has keys: a caller without a name changes one result only.
    await override(first.job_id, '');
    expect(await world().platform.records.list(signatureOverrides)).toMatchObject({ rows: [] });
    const last = async () => {
      const { json } = await world().send({ path: '/history/test/a' });
      return (json() as { last_classification: string }).last_classification;
    };
    // The history is what models are shown of it.
    expect(await last()).toBe('CODE ISSUE');
    await override(first.job_id, 'app_username=uma');
    expect(await last()).toBe('INFRASTRUCTURE');

    const second = await analyze();
    expect([...classes(second), asked()]).toEqual(['INFRASTRUCTURE', 'INFRASTRUCTURE', 1]);
    const shown = await world().send({ path: `/results/${second.job_id}` });
    const signature = first.failures[0]?.error_signature ?? '';
    expect(shown.json()).toMatchObject({
      result: {
        request_params: {
          overrides_applied: [{ signature, classification: 'INFRASTRUCTURE', source: 'override' }],
        },
      },
    });

    // The same error of another run.
    expect([...classes(await analyze(7)), asked()]).toEqual([
      ...['INFRASTRUCTURE', 'INFRASTRUCTURE', 1],
    ]);

    commit('return 501');
    expect([...classes(await analyze()), asked()]).toEqual(['CODE ISSUE', 'CODE ISSUE', 2]);
    commit('return 500');
    expect([...classes(await analyze()), asked()]).toEqual(['INFRASTRUCTURE', 'INFRASTRUCTURE', 2]);
    const remove = (cookie: string) =>
      world().send({
        ...{ method: 'DELETE', path: `/history/overrides/${signature}`, headers: { cookie } },
      });
    expect((await remove('')).status).toBe(401);
    expect([...classes(await analyze()), asked()]).toEqual(['INFRASTRUCTURE', 'INFRASTRUCTURE', 2]);
    expect((await remove('app_username=uma')).json()).toEqual({
      deleted: expect.anything() as unknown,
    });
    expect([...classes(await analyze()), asked()]).toEqual(['CODE ISSUE', 'CODE ISSUE', 3]);
  });
});
