import { describe, expect, it } from 'vitest';
import { type JobGroup } from '#core/analysis/base/tables/job-tables.ts';
import { failureHistory, signatureOverrides } from '#core/analysis/base/tables/tables.ts';
import { readTask } from '#core/ai/task.ts';
import { eachTest } from '#test/support/each-test.ts';
import { answer, openExplainWorld } from '#test/support/analysis/explain-world.ts';
import type { Rule } from '#test/support/ai/scripted-ai.ts';
import { homes } from '#test/support/homes.ts';

const files = { 'src/pay.ts': 'import x\nexport function pay() {\n  return 500;\n}\n' };
const fix = (file: string, line: string) => ({ code_fix: { file, line, change: 'return 200' } });
const unverified = (where: string) => new RegExp(`Unverified suggestion \\(${where}`);

/** One group of failures, asked of a real command line. */
describe.each(homes())('explanations on $name', ({ home }) => {
  const world = eachTest(() => openExplainWorld(home));

  describe('the answer for a group', () => {
    const bug = {
      ...{ title: 'Payment fails', severity: 'high', component: 'pay', description: 'It fails.' },
      evidence: 'error-message:1: expected 200\nlog.txt:3: invented',
      tracker_search_keywords: ['pay'],
    };

    it.each<[string, Rule, Partial<JobGroup>]>([
      [
        'with quotes of the failure, and others that are removed',
        answer('PRODUCT BUG', {
          artifacts_evidence: 'stack trace:9: at run (src/run.ts:9:1)\nstack-trace:1: at nowhere',
          product_bug_report: bug,
        }),
        {
          source: 'model',
          unverified_quotes: 2,
          detail: {
            ...{ classification: 'PRODUCT BUG', details: 'It is PRODUCT BUG.' },
            affected_tests: ['checkout.pays', 'checkout.ships'],
            artifacts_evidence: 'stack-trace:2: at run (src/run.ts:9:1)',
            product_bug_report: {
              ...bug,
              ...{ evidence: 'error-message:1: expected 200', tracker_matches: [] },
            },
          },
        },
      ],
      [
        'that fails',
        { exit: 3, stderr: 'no such model: password=hunter2hunter2' },
        {
          source: 'failed',
          detail: {
            ...{ classification: '', affected_tests: ['checkout.pays', 'checkout.ships'] },
            details: 'node (main): exited with code 3: no such model: password=***',
            artifacts_evidence: '',
          },
        },
      ],
    ])('%s', async (_, rule, expected) => {
      world().say('provider_a', rule);
      const { job } = await world().job();
      expect(await world().explain(job)).toMatchObject(expected);
    });

    it('is asked for without the secrets of the request (S10)', async () => {
      world().say('provider_a', answer('INFRASTRUCTURE'));
      const { job } = await world().job({}, { ci_password: 'open-sesame-1', scm_token: '' });
      const error_message = 'login as ci:open-sesame-1 failed';
      const { detail } = await world().explain(job, { error_message });
      expect(detail?.classification).toBe('INFRASTRUCTURE');
      const [asked] = world().calls('provider_a');
      expect(asked?.prompt).toContain('login as ci:*** failed');
      expect(asked?.prompt).not.toContain('open-sesame-1');
    });

    it('that has no shape is repaired once, with the problem', async () => {
      world().say(
        'provider_a',
        { when: 'Your answer before', ...answer('INFRASTRUCTURE') },
        { text: 'The network is down.' },
      );
      const { job } = await world().job();
      const { detail, source, calls } = await world().explain(job);
      expect([detail?.classification, source]).toEqual(['INFRASTRUCTURE', 'model']);
      const [, repair] = world().calls('provider_a');
      expect(repair?.prompt).toContain('The network is down.');
      expect(repair?.prompt).toContain('The answer holds no JSON object.');
      // Each call is counted.
      expect(calls.map(({ ai_model }) => ai_model)).toEqual(['main', 'main']);
    });

    it('is asked for once, and counted once, when the step is repeated (R1)', async () => {
      const reported = {
        ...{ type: 'result', is_error: false, total_cost_usd: 0.25 },
        result: JSON.stringify({ details: 'why', classification: 'CODE ISSUE' }),
        usage: { input_tokens: 3, output_tokens: 7 },
      };
      world().say('provider_a', { json: reported });
      const { job } = await world().job();
      const before = await world().explain(job);
      // Another analysis of the error ends in between, and is not in the repeated question.
      await recordClass('s-1', '2026-03-01T12:30:00.000Z');
      const { calls } = await world().explain(job);
      expect(world().calls('provider_a')).toHaveLength(1);
      expect(calls.map(({ id }) => id)).toEqual(before.calls.map(({ id }) => id));
      expect(calls).toMatchObject([{ input_tokens: 3, output_tokens: 7, cost_usd: 0.25 }]);
      // Another analysis of the same failures asks again.
      await world().explain((await world().job()).job);
      expect(world().calls('provider_a')).toHaveLength(2);
    });
  });

  describe('a change that a model suggests', () => {
    it.each<[string, string, string | false]>([
      ['src/pay.ts', '3', 'src/pay.ts'],
      ['shop/src/pay.ts', 'L2-L4', 'src/pay.ts'],
      ['./src/pay.ts', '', 'src/pay.ts'],
      ['src/pay.ts', '99', false],
      ['../../../etc/passwd', '1', false],
    ])('to %s line %j', async (file, line, kept) => {
      world().say('provider_a', answer('CODE ISSUE', fix(file, line)));
      const { job } = await world().job({ tests_repo_url: world().repository('shop', files) });
      const { detail, fix_file } = await world().explain(job);
      expect(detail?.code_fix && detail.code_fix.file).toBe(kept);
      expect(fix_file?.path ?? false).toBe(kept);
      if (kept === false)
        expect(detail?.details).toMatch(unverified(`${file}:${line}, which is not in`));
    });

    it('without a repository is told apart from a fact', async () => {
      world().say('provider_a', answer('CODE ISSUE', fix('src/pay.ts', '3')));
      const { detail } = await world().explain((await world().job()).job);
      expect(detail?.code_fix).toBe(false);
      expect(detail?.details).toMatch(unverified('src/pay.ts:3, but no repository was cloned'));
    });

    it('and quotes of files are named without the folder of this machine', async () => {
      const params = { tests_repo_url: world().repository('shop', files) };
      const { job } = await world().job(params);
      const tree = await world().platform.trees.open(job.id);
      const root = (await tree?.directory()) ?? '';
      const artifacts_evidence = `${root}/shop/src/pay.ts:7: return 500;`;
      const details = `See ${root}/shop/src/pay.ts`;
      const suggested = fix(`${root}/shop/src/pay.ts`, '3');
      world().say(
        'provider_a',
        answer('CODE ISSUE', { details, artifacts_evidence, ...suggested }),
      );
      const { detail } = await world().explain(job);
      expect(detail).toMatchObject({
        ...{ details: 'See shop/src/pay.ts', code_fix: { file: 'src/pay.ts' } },
        artifacts_evidence: 'src/pay.ts:3: return 500;',
      });
      await tree?.close();
    });
  });

  async function recordClass(error_signature: string, analyzed_at: string): Promise<void> {
    await world().platform.records.put(failureHistory, {
      ...{ job_id: `old ${analyzed_at}`, position: 0, job_name: 'nightly', build_number: 7 },
      ...{ test_name: 'checkout.pays', error_message: 'e', error_signature, analyzed_at },
      ...{ classification: 'PRODUCT BUG', child_job_name: '', child_build_number: 0 },
    });
  }

  it('an override of one signature leaves the others to the model, and is in its prompt', async () => {
    const detail = { affected_tests: [], details: 'by hand', artifacts_evidence: '' };
    await world().platform.records.put(signatureOverrides, {
      ...{ signature: 's-1', classification: 'CODE ISSUE', username: 'uma', job_id: 'job_0' },
      ...{ detail: { ...detail, classification: '' }, file: null },
      updated_at: '2026-03-01T11:00:00.000Z',
    });
    world().say('provider_a', answer('INFRASTRUCTURE'));
    const { job } = await world().job();
    expect(await world().explain(job, { signatures: ['s-1', 's-2'] })).toMatchObject({
      ...{ source: 'model', detail: { classification: 'INFRASTRUCTURE' } },
      overridden: [{ signature: 's-1', classification: 'CODE ISSUE' }],
    });
    const [call] = world().calls('provider_a');
    expect(call?.prompt).toContain('a person set the class CODE ISSUE');
  });

  describe('the question', () => {
    it('has an earlier class once where the group is that of its signature', async () => {
      await recordClass('s-1', '2026-02-01T00:00:00.000Z');
      world().say('provider_a', answer('CODE ISSUE'));
      const { job } = await world().job();
      await world().explain(job, { group_key: 's-1', signatures: ['s-1'] });
      const [call] = world().calls('provider_a');
      expect(call?.prompt.split('PRODUCT BUG, test "checkout.pays"')).toHaveLength(2);
    });

    it('has the failure, its history and the advice, as data', async () => {
      await recordClass('s-1', '2026-02-01T00:00:00.000Z');
      world().say('provider_a', answer('CODE ISSUE'));
      const url = world().repository('shop', {
        ...files,
        'APP_PROMPT.md': 'Built with the red tool.',
      });
      await world().explain((await world().job({ tests_repo_url: url })).job);
      await world().explain(
        (await world().job({ tests_repo_url: url, raw_prompt: 'Only Mondays.' })).job,
      );
      const [first, second] = world().calls('provider_a');
      expect(readTask(first?.prompt ?? '')).toMatchObject({
        ...{ kind: 'explain', error: 'expected 200, got 500', part: 'first' },
        tests: ['checkout.pays', 'checkout.ships'],
      });
      for (const part of [
        /error-message:\n<data-(\w+)>\nexpected 200, got 500\n<\/data-\1>/,
        /<data-\w+>\n2026-02-01T00:00:00.000Z: PRODUCT BUG, test "checkout.pays", job "nightly"\n</,
        /Instructions:\n<data-\w+>\nBuilt with the red tool.\n</,
        /Folders of the repositories:\n<data-\w+>\nshop\n</,
      ]) {
        expect(first?.prompt).toMatch(part);
      }
      expect(second?.prompt).toMatch(/Instructions:\n<data-\w+>\nOnly Mondays.\n</);
      expect(second?.prompt).not.toContain('red tool');
      expect(first?.prompt).not.toMatch(/\{\{|Your answer before/);
    });
  });
});
