import type { BrowserContextOptions } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { openAnalysisWorld, type AnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal } from '#test/support/world.ts';

const environment = {
  ...{ SECURE_COOKIES: 'false', AI_PROVIDER: 'provider_a', AI_MODEL: 'main' },
};

/** A sweep leaves it alone. */
const held = { status: 'running', lease_until: '2026-03-02T12:00:00.000Z' } as const;

// The pages as people use them, on the real service.
describe.runIf(chromePath)('the failure analysis in a browser', () => {
  let world: AnalysisWorld;
  beforeEach(async () => {
    world = await openAnalysisWorld(onLocal, environment);
    return () => world.close();
  });

  async function opened(path: string, options: BrowserContextOptions = {}, name = 'ada') {
    const watched = await watchedPage(options);
    if (name !== '') {
      await watched.page
        .context()
        .addCookies([{ name: 'app_username', value: name, url: world.url }]);
    }
    await watched.page.goto(`${world.url}${path}`);
    return watched;
  }

  it('analyzes a pasted report in a minute', async () => {
    world.say({ when: '', text: '{"classification": "CODE ISSUE", "details": "Fix the test."}' });
    const { page, problems } = await opened('/', {}, '');
    const report =
      '<testsuite><testcase name="adds"><failure message="boom"/></testcase></testsuite>';
    await page.getByRole('textbox', { name: 'Test report' }).fill('no XML');
    await page.getByRole('button', { name: 'Analyze', exact: true }).click();
    await page.getByText('Invalid XML').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Test report' }).inputValue()).toBe('no XML');
    await page.getByRole('textbox', { name: 'Test report' }).fill(report);
    await page.getByRole('button', { name: 'Analyze', exact: true }).click();
    await page.waitForURL(/\/results\/job_/);
    const [, id = ''] = page.url().split('/results/');
    await world.ended(id);
    await page.getByText('Fix the test.').waitFor();
    await page.getByRole('heading', { name: '1 failure, 1 cause' }).waitFor();
    expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });

  it('follows an analysis without a reload, and stays where the reader is', async () => {
    const running = { ...held, groups: 4, done_groups: 1 };
    await addJob(world.platform, { id: 'job_1', ...running });
    const { page, problems } = await opened('/results/job_1');
    await page.evaluate(() => (document.body.dataset['same'] = 'yes'));
    await page.getByText('1 of 4 groups').waitFor();
    const update = (changes: object) =>
      world.platform.records.update(jobs, { id: 'job_1' }, changes);
    await update({ done_groups: 3, progress_phase: 'peer_review_round_1' });
    await page.getByText('Peers review, round 1: 3 of 4 groups').waitFor();
    await update({ status: 'failed', error: 'The model <b>does</b> not answer.' });
    await page.getByText('The model <b>does</b> not answer.').waitFor();
    await page.getByRole('button', { name: 'Analyze again' }).waitFor();
    expect(await page.evaluate(() => document.body.dataset['same'])).toBe('yes');
    expect(problems).toEqual([]);
  });

  it('asks for a name at the first review and comes back with it done', async () => {
    await addJob(world.platform, { id: 'job_1' });
    const { page } = await opened('/results/job_1', {}, '');
    const article = page.locator('#g1');
    await article.getByText('Comment', { exact: true }).first().click();
    await article.getByLabel('Comment').fill('Seen <b>before</b>, @grace');
    await article.getByRole('button', { name: 'Add comment' }).click();
    await page.getByRole('heading', { name: 'Your name' }).waitFor();
    await page.getByText('Names are not verified').waitFor();
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Use this name and save' }).click();
    await page.waitForURL(/\/results\/job_1#g1$/);
    await page.getByText('Seen <b>before</b>, @grace').waitFor();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Your name' }).count()).toBe(0);
  });

  it('reviews by keyboard: j and k move, r checks off, ? explains', async () => {
    await addJob(world.platform, { id: 'job_1' });
    const { page, problems } = await opened('/results/job_1');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    const order = await page.locator('article').evaluateAll((all) => all.map(({ id }) => id));
    await page.keyboard.press('r');
    await page.getByText('Choose a cause first').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await focused()).toBe(order[1]);
    await page.keyboard.press('k');
    expect(await focused()).toBe(order[0]);
    await page.keyboard.press('r');
    await page.locator(`#${order[0]}`).getByText('Reviewed', { exact: true }).waitFor();
    await page.getByText('1 of 4 failures reviewed').waitFor();
    expect(await focused()).toBe(order[0]);
    await page.keyboard.press('r');
    await page.getByText('0 of 4 failures reviewed').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Go to the next cause').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    expect(await focused()).not.toBe(order[1]);
    expect(problems).toEqual([]);
  });
});
