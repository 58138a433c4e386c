import { describe, expect, it } from 'vitest';
import { maxPromptLength } from '#core/analysis/base/schema/request.ts';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import { answer, openExplainWorld } from '#test/support/analysis/explain-world.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { adminKey, onLocal } from '#test/support/world.ts';

const model = { ai_provider: 'provider_a', ai_model: 'main' };
const failures = [
  {
    test_name: 'cart.pays',
    error_message: 'expected 200, got 502',
    stack_trace: 'at pay (src/pay.ts:2:3)\nat run (src/run.ts:9:1)',
  },
  { test_name: 'cart.ships', error_message: 'no such address' },
];
const ada = { cookie: 'app_username=ada' };

/** What people ask a model about a failure, and what they tell it. */
describe.each(homes())('questions about failures on $name', ({ home }) => {
  const world = eachTest(() => openExplainWorld(home));

  async function analyzed(more: object = {}) {
    world().say('provider_a', answer('CODE ISSUE'));
    const reply = await world().send({
      ...{ method: 'POST', path: '/analyze-failures', headers: ada },
      body: { ...model, failures, job_name: 'shop', build_number: 3, ...more },
    });
    const { job_id } = reply.json() as { job_id: string };
    await ended(job_id);
    return job_id;
  }
  const ended = (id: string) =>
    expect
      .poll(async () => (await world().platform.records.get(jobs, { id }))?.status)
      .toBe('completed');
  const post = (job: string, action: string, body: object) =>
    world().send({ method: 'POST', path: `/results/${job}/${action}`, body, headers: ada });
  const comments = async (job: string) => {
    const reply = await world().send({ path: `/results/${job}/comments` });
    return (reply.json() as { comments: { comment: string; test_name: string }[] }).comments;
  };

  it('are answered in a comment, with the quotes that are in the failure', async () => {
    const job = await analyzed();
    const evidence = [
      'error-message:7: expected 200, got 502',
      '- stack-trace:2: `at run (src/run.ts:9:1)`',
      'stack-trace:1: at pay (src/invented.ts)',
    ].join('\n');
    world().say('provider_a', { json: { answer: 'Ask @bob: the proxy.', evidence } });
    const question = 'Is it the proxy, @ann?';
    const reply = await post(job, 'ask', { test_name: 'cart.pays', question });
    const comment = [
      question,
      'node answers, with 2 quotes that were found; 1 quote not found, and left out:',
      'Ask @\u2060bob: the proxy.',
      'error-message:1: expected 200, got 502\nstack-trace:2: at run (src/run.ts:9:1)',
    ].join('\n\n');
    expect([reply.status, reply.json()]).toMatchObject([201, { comment }]);
    expect(await comments(job)).toMatchObject([{ comment, test_name: 'cart.pays' }]);
    // A person mentions people, a model does not.
    for (const [name, unread] of [
      ['ann', 1],
      ['bob', 0],
    ] as const) {
      const headers = { cookie: `app_username=${name}` };
      const mentions = await world().send({ path: '/api/users/mentions', headers });
      expect([name, mentions.json()]).toMatchObject([name, { unread }]);
    }
    const asked = world().calls('provider_a').at(-1);
    for (const part of [question, 'expected 200, got 502', 'src/run.ts:9:1', 'It is CODE ISSUE.']) {
      expect(asked?.prompt).toContain(part);
    }
    expect(asked?.prompt).not.toContain('no such address');
  });

  it('leave no comment and no memory of an answer that cannot be read', async () => {
    const job = await analyzed();
    const question = { test_name: 'cart.ships', question: 'Why?' };
    world().say('provider_a', { text: 'I cannot say.' });
    expect((await post(job, 'ask', question)).status).toBe(502);
    expect(await comments(job)).toEqual([]);
    world().say('provider_a', { json: { answer: 'The address is empty.' } });
    expect((await post(job, 'ask', question)).status).toBe(201);
    expect((await comments(job))[0]?.comment).toContain('answers, without a quote that was found:');
  });

  it.each([
    ['ask', { test_name: 'cart.pays', question: ' ' }, 422],
    ['ask', { test_name: 'cart.pays', question: 'x'.repeat(2_001) }, 422],
    ['ask', { test_name: 'nobody', question: 'Why?' }, 404],
    ['analyze-failure', { test_name: 'cart.pays', hint: '' }, 422],
    ['analyze-failure', { test_name: 'nobody', hint: 'x' }, 404],
  ])('%s %j is refused with %i', async (action, body, status) => {
    const job = await analyzed();
    expect((await post(job, action, body)).status).toBe(status);
  });

  it('a hint makes an analysis of one failure, which is no run of the job', async () => {
    const tests_repo_url = world().repository('app', { 'APP_PROMPT.md': 'Speak of pennies.' });
    const job = await analyzed({ tests_repo_url });
    const place = { test_name: 'cart.pays' };
    const override = { ...place, classification: 'PRODUCT BUG' };
    await world().send({
      ...{ method: 'PUT', path: `/results/${job}/override-classification`, headers: ada },
      body: override,
    });
    world().say('provider_a', answer('INFRASTRUCTURE'));
    const hint = 'The proxy was restarted at noon.';
    const reply = await post(job, 'analyze-failure', { ...place, hint });
    expect(reply.status).toBe(202);
    const { job_id } = reply.json() as { job_id: string };
    await ended(job_id);
    const result = (await world().send({ path: `/results/${job_id}?format=json` })).json();
    expect(result).toMatchObject({
      status: 'completed',
      result: {
        request_params: { hint },
        failures: [{ ...place, analysis: { classification: 'INFRASTRUCTURE' } }],
      },
    });
    const asked = world().calls('provider_a').at(-1)?.prompt;
    for (const part of [hint, 'Speak of pennies.', 'src/run.ts:9:1']) expect(asked).toContain(part);
    const row = await world().platform.records.get(jobs, { id: job_id });
    expect(row).toMatchObject({ repeats: job, job_name: '', build_number: 0, digest: null });
    const headers = { accept: 'text/html', ...ada };
    const pages = await Promise.all(
      [job, job_id].map((id) => world().send({ path: `/results/${id}`, headers })),
    );
    expect(pages[0]?.text).toContain(`<a href="/results/${job_id}">the other analysis</a>`);
    expect(pages[1]?.text).toContain(`with the hint “${hint}”`);
  });

  it('S9: a secret that the end of the instructions cuts is masked as a whole', async () => {
    const text = `${'x'.repeat(maxPromptLength - 5)}${adminKey}`;
    const tests_repo_url = world().repository('app', { 'APP_PROMPT.md': text });
    await analyzed({ tests_repo_url });
    const asked = world().calls('provider_a')[0]?.prompt;
    expect(asked).toContain('xxx');
    expect(asked).not.toContain(`x${adminKey.slice(0, 4)}`);
  });

  it('are asked on the card of a cause', async () => {
    const job = await analyzed();
    world().say('provider_a', { json: { answer: 'The proxy.' } });
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const send = (body: string) =>
      world().send({
        ...{ method: 'POST', path: `/results/${job}`, body, headers: { ...form, ...ada } },
      });
    expect((await send('task=ask&group=0&question=Why%3F')).status).toBe(303);
    expect((await comments(job))[0]?.comment).toMatch(/^Why\?\n\nnode answers, without/);
    expect((await send('task=ask&group=0&question=')).status).toBe(422);
    const again = await send('task=analyze-failure&group=0&hint=Proxy');
    expect([again.status, again.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/results\/job_[\w-]+$/),
    ]);
    expect(again.headers.location).not.toBe(`/results/${job}`);
  });
});

describe('the offline analyst', () => {
  const world = eachTest(() => openExplainWorld(onLocal));

  it('answers no questions, and says what to choose', async () => {
    const offline = { ai_provider: 'offline', ai_model: '' };
    await addJob(world().platform, { id: 'job_1', ...offline });
    const ask = { test_name: 'login', question: 'Why?' };
    const path = '/results/job_1/ask';
    const reply = await world().send({ method: 'POST', path, body: ask });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('AI_PROVIDER')]);
  });
});
