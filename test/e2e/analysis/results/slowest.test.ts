import { describe, expect, it } from 'vitest';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

describe.each(homes())('the slowest tests on $name', ({ home }) => {
  const world = eachTest(() =>
    openAnalysisWorld(home, { AI_PROVIDER: 'provider_a', AI_MODEL: 'main' }),
  );
  const send = async (build_number: number, times: Record<string, number>, job_name = 'shop') => {
    const cases = Object.entries(times).map(
      ([name, time]) => `<testcase name="${name}" time="${time}"/>`,
    );
    const raw_xml = `<testsuite name="s">${cases.join('')}</testsuite>`;
    const reply = await world().analyze({ raw_xml, job_name, build_number });
    expect(reply.status).toBe(200);
    const { job_id } = reply.json() as { job_id: string };
    await world().ended(job_id);
    return job_id;
  };
  const page = async () => {
    const { text } = await world().send({ path: '/', headers: { accept: 'text/html' } });
    const [, card] = text.split('id="slowest-title"');
    return (card?.split('</section>', 1)[0] ?? 'none').replaceAll(/<[^>]*>|\s+/g, ' ');
  };

  it('are those of the newest run of each job, with the run before where it differs', async () => {
    await send(1, { pays: 20, gone: 300 });
    expect(await page()).toMatch(/gone +5 min in shop +pays +20 s in shop/);
    const job_id = await send(2, { pays: 70, ships: 3.25, '&lt;b&gt;': 5 });
    await send(1, { finds: 12 }, 'search');
    const expected =
      /pays +1 min 10 s in shop, 20 s the run before +finds +12 s in search +&#60;b&#62; +5\.0 s in shop +ships +3\.3 s in shop/;
    expect(await page()).toMatch(expected);
    expect(await page()).not.toContain('gone');
    // The same run analyzed again is no other run.
    const again = await world().send({ method: 'POST', path: `/re-analyze/${job_id}`, body: {} });
    await world().ended((again.json() as { job_id: string }).job_id);
    expect(await page()).toMatch(expected);
  });

  it('are not shown where no report tells them', async () => {
    await world().analyze({ failures: [{ test_name: 'a', error_message: 'b' }], job_name: 'x' });
    expect(await page()).toBe('none');
  });
});
