import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { answer } from '#test/support/analysis/explain-world.ts';
import { onLocal } from '#test/support/world.ts';

/** On a busy machine a model's process starts slowly. */
const mostCharacters = 50_000_000;
const failing = '<testcase name="a"><failure message="boom"/></testcase>';

/** A report of so many characters. */
function report(characters: number, inside = failing, character = 'x'): string {
  const around = `<testsuite>${inside}<!--`.length + '--></testsuite>'.length;
  return `<testsuite>${inside}<!--${character.repeat(characters - around)}--></testsuite>`;
}

describe('large inputs', () => {
  const world = eachTest(() => openAnalysisWorld(onLocal));
  const detail = (json: unknown) => (json as { detail: string }).detail;

  it.each([
    ['plain', 'x'],
    ['of three bytes each', '語'],
  ])(
    '50,000,000 characters, %s, are accepted and other requests are served (S7)',
    async (_, character) => {
      world().say(answer('CODE ISSUE'));
      let isOver = false;
      const analyzed = world()
        .analyze(
          { raw_xml: report(mostCharacters, failing, character) },
          { prefer: 'respond-async' },
        )
        .finally(() => (isOver = true));
      let answered = 0;
      while (!isOver) {
        expect((await world().send({ path: '/health' })).status).toBe(200);
        answered += 1;
      }
      const { status, json } = await analyzed;
      expect([status, json()]).toMatchObject([202, { status: 'queued' }]);
      expect(answered).toBeGreaterThan(50);
      const { job_id } = json() as { job_id: string };
      expect(await world().ended(job_id)).toMatchObject({ status: 'completed', code_issues: 1 });
      const enriched = await world().platform.blobs.head(`jobs/${job_id}/enriched.xml`);
      expect(enriched?.size).toBeGreaterThan(mostCharacters);
    },
  );

  it.each([
    [
      'one more character',
      () => ({ raw_xml: report(mostCharacters + 1) }),
      422,
      'raw_xml: More than 50,000,000 characters',
    ],
    [
      '10,001 failures',
      () => ({ raw_xml: `<a>${failing.repeat(10_001)}</a>` }),
      422,
      'More than 10,000 failures: split them into several analyses',
    ],
    [
      'a failure of more than 4,000,000 characters',
      () => ({ failures: [{ test_name: 'a', stack_trace: 'x'.repeat(4_000_000) }] }),
      413,
      'failures.0: More than 4,000,000 characters',
    ],
    [
      'other fields of more than 262,144 characters',
      () => ({ failures: [], raw_prompt: 'x'.repeat(262_144) }),
      413,
      'Payload too large',
    ],
  ])('%s is refused, and nothing stays (S7, S14)', async (_, body, status, message) => {
    const reply = await world().analyze(body());
    expect([reply.status, detail(reply.json())]).toEqual([status, message]);
    expect(await Array.fromAsync(world().platform.blobs.list('jobs/'))).toEqual([]);
  });

  it.each([
    ['short', '', 1_000, 1_000],
    ['too long', 'x'.repeat(40_000), 2_000, 9],
  ])(
    '1,000 failures of one group with %s names share one analysis and list its tests (S14)',
    async (_, long, longest, listed) => {
      world().say(answer('INFRASTRUCTURE'));
      const failures = Array.from({ length: 1_000 }, (_, at) => ({
        ...{ test_name: `t${at}${long}`, error_message: `timed out after ${at} ms` },
      }));
      const { json, text } = await world().analyze({ failures });
      const result = json() as { failures: { analysis: { affected_tests: string[] } }[] };
      expect(result).toMatchObject({
        summary: 'Analyzed 1000 test failures (1000 unique errors). 1000 analyzed successfully.',
      });
      expect(result.failures[999]?.analysis.affected_tests).toEqual(
        failures.slice(0, listed).map(({ test_name }) => test_name.slice(0, longest)),
      );
      expect(text.length).toBeLessThan(25_000_000);
      expect(world().calls()).toHaveLength(1);
    },
  );

  it('of more than 2,000 different errors the most frequent are analyzed, the others listed', async () => {
    world().fail();
    const failures = Array.from({ length: 2_003 }, (_, at) => ({
      ...{ test_name: `t${at}`, error_message: `expected ${Math.min(at, 2_001)} to equal 0` },
    }));
    const { json } = await world().analyze({ failures });
    const result = json() as { job_id: string; failures: { analysis: { details: string } }[] };
    expect(result).toMatchObject({ status: 'completed' });
    const isLeftOut = result.failures.map(({ analysis }) => /^Not analyzed/.test(analysis.details));
    expect(isLeftOut.flatMap((each, at) => (each ? [at] : []))).toEqual([1_999, 2_000]);
    expect((await world().job(result.job_id)).findings?.notes).toEqual([
      'The failures have 2,002 different errors: the 2,000 most frequent are analyzed, the others are listed',
    ]);
  });

  it('a client that goes away while it waits does not end the job', async () => {
    const gate = join(world().folder, 'gate');
    world().say({ ...answer('CODE ISSUE'), gate });
    const { hostname, port } = new URL(world().url);
    const outgoing = request({ hostname, port, method: 'POST', path: '/analyze-failures' });
    outgoing.on('error', () => undefined);
    const failures = [{ test_name: 'a', error_message: 'boom' }];
    outgoing.end(JSON.stringify({ failures, ai_provider: 'provider_a', ai_model: 'main' }));
    await expect.poll(() => world().calls().length).toBe(1);
    outgoing.destroy();
    writeFileSync(gate, '');
    const [job] = (await world().platform.records.list(jobs)).rows;
    expect(await world().ended(job?.id ?? '')).toMatchObject({ status: 'completed' });
  });
});
