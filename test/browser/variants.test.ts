import { beforeAll, describe, expect, it } from 'vitest';
import { asAdmin } from '#test/support/actors.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { sampleSite } from '#test/support/docs/sample-site.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const branch = 'feature/a-login-that-has-a-rather-long-name';
const variant = 'harbour@feature~a-login-that-has-a-rather-long-name';

describe.runIf(chromePath)('branches and tags', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(onLocal, 'docs');
    const { files } = await renderedSite(sampleSite, {
      ...{ repositoryUrl: 'https://code.example/harbour', commit: 'abcdef0' },
    });
    const site = Object.fromEntries(files.map(({ path, body }) => [path, body]));
    const plan_json = JSON.stringify(sampleSite.plan);
    for (const [name, ref] of [
      ['harbour', null],
      [variant, branch],
      ['harbour@v1.2', 'v1.2'],
    ] as const)
      await addProject(world.platform, { name, branch: ref, plan_json }, site);
    return () => world.close();
  });

  const [slug = ''] = sampleSite.plan.navigation.flatMap(({ pages }) => pages.map((p) => p.slug));

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [375, 'light'],
    [375, 'dark'],
  ] as const)('are switched without script at %i px, %s', async (width, colorScheme) => {
    const { page, problems } = await watchedPage({
      ...{ viewport: { width, height: 700 }, colorScheme, extraHTTPHeaders: asAdmin },
    });
    await page.goto(`${world.url}/docs/${variant}/${slug}.html`);
    await page.getByRole('button', { name: `Branch or tag: ${branch}` }).click();
    const list = page.getByRole('navigation', { name: 'Branches and tags' });
    expect(await list.getByRole('link').allInnerTexts()).toEqual([
      ...['Default branch', branch, 'v1.2'],
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    const box = await list.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(8);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await list.getByRole('link', { name: 'v1.2' }).click();
    await page.waitForURL(`${world.url}/docs/harbour@v1.2/${slug}.html`);
    const size = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(size).toBeLessThanOrEqual(width);
    expect(problems).toEqual([]);
  });

  it.each([1280, 375])('ask whether a page was useful at %i px', async (width) => {
    const { page, problems } = await watchedPage({
      ...{ viewport: { width, height: 700 }, extraHTTPHeaders: asAdmin },
    });
    await page.goto(`${world.url}/docs/${variant}/${slug}.html`);
    const question = page.getByRole('group', { name: 'Feedback' });
    await question.getByRole('button', { name: 'No' }).click();
    await question.getByText('Thank you.').waitFor();
    expect(await question.getByRole('button', { name: 'Yes' }).isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${world.url}/projects/${variant}`);
    await page.getByText(/Was it useful\? 0 yes, \d no/).click();
    await page.getByText('Reader feedback by page').waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each([1280, 375])('are listed on the page of the project at %i px', async (width) => {
    const { page, problems } = await watchedPage({
      ...{ viewport: { width, height: 700 }, extraHTTPHeaders: asAdmin },
    });
    await page.goto(`${world.url}/projects/harbour`);
    await page.getByRole('heading', { name: 'Branches and tags' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: branch, exact: true }).click();
    await page.waitForURL(`${world.url}/projects/${variant}`);
    const size = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(size).toBeLessThanOrEqual(width);
    expect(problems).toEqual([]);
  });

  it.each([
    ['/docs?q=parcel', 1280],
    ['/docs?q=parcel', 375],
    ['/docs?q=nothing-of-it', 375],
    ['/', 375],
  ])('are one in the search over all sites: %s at %i px', async (path, width) => {
    const { page, problems } = await watchedPage({
      ...{ viewport: { width, height: 700 }, extraHTTPHeaders: asAdmin },
    });
    await page.goto(`${world.url}${path}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search all sites' }).fill('parcel');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: '3 sections with “parcel” in 1 site' }).waitFor();
    const size = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(size).toBeLessThanOrEqual(width);
    expect(problems).toEqual([]);
  });
});
