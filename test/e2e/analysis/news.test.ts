import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endDay } from '#core/analysis/alerts/digest.ts';
import { ownersFile } from '#core/analysis/base/job-files.ts';
import { sendDigest, sendNews } from '#core/analysis/base/raise-alert.ts';
import { asAdmin } from '#test/support/actors.ts';
import { scriptedCommand } from '#test/support/ai/scripted-ai.ts';
import { addJob, failure, params } from '#test/support/analysis/analysis-jobs.ts';
import { openAlertWorld } from '#test/support/analysis/alert-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { httpTarget, type HttpTarget } from '#test/support/http/http-target.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const answer = { classification: 'INFRASTRUCTURE', details: 'Why.', artifacts_evidence: '' };

describe.each(homes())('news of jobs on $name', ({ home }) => {
  const received: unknown[] = [];
  let hook: HttpTarget;
  beforeAll(async () => {
    hook = await httpTarget((request, response) => {
      void text(request).then((body) => {
        received.push(JSON.parse(body));
        response.end();
      });
    });
  });
  afterAll(() => hook.close());

  const world = eachTest(async () => {
    received.length = 0;
    const folder = await temporaryFolder();
    const script = join(folder.path, 'script.json');
    const rules = [{ when: '^Reply with OK', text: 'OK' }, { json: answer }];
    writeFileSync(script, JSON.stringify({ log: join(folder.path, 'calls'), rules }));
    const opened = await openAlertWorld(home, {
      AI_CLI_PROVIDER_A: scriptedCommand(script),
      NEWS_CHANNELS: [
        `Payments=webhook:${hook.origin}/news-key-of-the-team`,
        'search=mail:search@example.test',
        `default=mail:everyone@example.test`,
        'search=daily-mail:digest@example.test',
        '@shop/cart=mail:owners@example.test',
        'quiet=daily-mail:quiet@example.test',
      ].join(', '),
    });
    return {
      ...opened,
      async close() {
        await opened.close();
        await folder.remove();
      },
    };
  });
  const run = async (job_name: string, build_number: number, ...tests: string[]) => {
    const failures = tests.map((test_name) => ({
      test_name,
      error_message: `${test_name} is broken`,
    }));
    const body = { failures, job_name, build_number, ai_provider: 'provider_a', ai_model: 'main' };
    const reply = await world().send({ method: 'POST', path: '/analyze-failures', body });
    expect(reply.status).toBe(200);
    return (reply.json() as { job_id: string }).job_id;
  };
  const setTeam = (job: string, body: object) =>
    world().send({ method: 'PUT', path: `/api/jobs/${job}/metadata`, headers: asAdmin, body });
  /** The message waits for the end of its job. */
  const told = async (webhook: number, mail: number) => {
    const counts = async () => {
      await world().clock.advance(2_000);
      return [received.length, letters().length];
    };
    await expect.poll(counts, { timeout: 20_000 }).toEqual([webhook, mail]);
  };
  const letters = () => world().mailServer.letters.map(({ to }) => to.join());

  it('go to the channels of the team and labels, once each, and to nobody else', async () => {
    await setTeam('shop', { team: 'payments', labels: ['Search'] });
    const job_id = await run('shop', 1, 'a', 'b');
    await told(1, 1);
    expect(letters()).toEqual(['search@example.test']);
    expect(received).toEqual([
      {
        title: 'shop #1: 2 failures',
        url: `https://lantern.example.test/results/${job_id}`,
        ...{ job_id, job_name: 'shop', build_number: 1, branch: null, commit: null },
        ...{ failures: 2, new: 2, still_failing: 0, fixed: 0, top_error: 'a is broken' },
      },
    ]);
    // Nothing new, an analysis that repeats another, and no failure at all are no news.
    await run('shop', 2, 'a');
    await world().send({ method: 'POST', path: `/re-analyze/${job_id}`, body: {} });
    await run('shop', 3);
    await run('shop', 4, 'c');
    await told(2, 2);
    expect(received[1]).toMatchObject({
      title: 'shop #4: 1 new failure',
      new: 1,
      still_failing: 0,
    });
  });

  it('are none for tests that are known to fail, in the first run either', async () => {
    const path = '/history/known/a';
    const mark = { until: '2026-12-31', issue_url: 'https://code.example/7' };
    await world().send({ method: 'PUT', path, headers: asAdmin, body: mark });
    await run('other', 1, 'a');
    await run('other', 2, 'a', '{ b');
    await told(0, 1);
    expect(world().mailServer.letters[0]?.data).toContain('Subject: other #2: 1 new failure');
  });

  it('of a day are one message for a channel that asks for that, however often it ends', async () => {
    for (const job of ['shop', 'cart']) await setTeam(job, { labels: ['search'] });
    for (const [job, build, test] of [
      ['shop', 1, 'a'],
      ['shop', 2, '<b>b'],
      ['cart', 1, 'a'],
      ['cart', 2, 'a'],
      ['other', 1, 'a'],
    ] as const) {
      await run(job, build, test);
      await world().clock.advance(1_000);
    }
    await told(0, 4);
    const at = (time: string) => ({
      ...world().platform,
      clock: { ...world().clock, now: () => new Date(time) },
    });
    const ends = ['2026-03-02T00:10:00Z', '2026-03-02T00:20:00Z', '2026-03-02T23:59:00Z'];
    await Promise.all(ends.map((time) => endDay(at(time))));
    await told(0, 5);
    // The day after had no news.
    await endDay(at('2026-03-03T12:00:00Z'));
    await run('other', 2, 'b');
    await told(0, 6);
    const [, , , , digest] = world().mailServer.letters;
    expect(digest?.to).toEqual(['digest@example.test']);
    expect(digest?.data).toContain('Subject: 2026-03-01: new failures in 2 jobs');
    expect(digest?.data).toMatch(
      /shop: 2 new failures in 2 runs; most frequent error: <b>b is broken\r?\ncart: 1 new failure in 1 run;/,
    );
  });

  it('of a team that is told once a day go to nobody at once, the default channel included', async () => {
    await setTeam('calm', { team: 'quiet' });
    await run('calm', 1, 'a');
    await run('other', 1, 'a');
    await told(0, 1);
    await sendDigest(world().platform, '2026-03-01');
    await told(0, 2);
    expect(letters()).toEqual(['everyone@example.test', 'quiet@example.test']);
  });

  it('go to the owners of the code that a new failure is about', async () => {
    const { platform } = world();
    const quoted = (name: string, file: string) =>
      failure(name, { detail: { artifacts_evidence: `${file}:3: x`, code_fix: false } });
    const add = async (id: string, build_number: number, files: Record<string, string>) => {
      const failures = Object.entries(files).map(([name, file]) => quoted(name, file));
      await addJob(
        platform,
        {
          ...{
            id,
            build_number,
            job_name: 'owned',
            params: { ...params, tests_repo_url: 'https://code.example/o/r' },
          },
          digest: {
            compared_with: null,
            new: failures.length,
            still_failing: 0,
            fixed: 0,
            passed: 0,
            retried: 0,
            top_error: '',
          },
        },
        { failures, child_job_analyses: [] },
      );
      await platform.blobs.put(ownersFile(id), '/cart/ @Shop/Cart\n');
      await sendNews(platform, id);
    };
    await add('job_1', 1, { a: 'cart/a.ts', b: 'lib/b.ts' });
    await told(0, 1);
    // The failure in the owners' code is not new; the new one is not in their code.
    await add('job_2', 2, { a: 'cart/a.ts', c: 'lib/c.ts' });
    await told(0, 2);
    expect(letters()).toEqual(['owners@example.test', 'everyone@example.test']);
  });

  it('of a job without a channel go to the default one; of no job to none', async () => {
    const body = {
      failures: [{ test_name: 'x', error_message: 'y' }],
      ai_provider: 'provider_a',
      ai_model: 'main',
    };
    await world().send({ method: 'POST', path: '/analyze-failures', body });
    await run('other', 1, 'a');
    await run('other', 2, 'a', '<!channel> b');
    await told(0, 2);
    expect(letters()).toEqual(['everyone@example.test', 'everyone@example.test']);
    // Two replicas may send them in either order.
    const subject = 'Subject: other #2: 1 new failure';
    const second = world().mailServer.letters.find(({ data }) => data.includes(subject));
    expect(second?.data).toContain('1 still failing');
  });
});
