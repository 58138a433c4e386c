import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pagesIn } from '#core/docs/plan.ts';
import type { Plan } from '#core/docs/plan.ts';
import { openDocsWorld, rules } from '#test/support/docs-world.ts';
import { plan } from '#test/support/sample-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { Rule } from '#test/support/scripted-ai.ts';
import { onLocal } from '#test/support/world.ts';

const failed = (at: number) =>
  `# Page ${at}\n\n*Documentation generation failed. Please re-run.*\n`;
const pages = (...slugs: string[]) =>
  slugs.map((slug) => ({ slug, title: `About ${slug}`, description: '' }));
const navigation = (...groups: object[]) => plan(1, { navigation: groups });
const bytes = (text: string) => Buffer.from(text, 'latin1').toString('base64');

/** The plan of a model whose pages hold the plan they are in, so many times. */
function nested(depth: number): object {
  const inner = depth === 0 ? {} : nested(depth - 1);
  return navigation({ group: 'All', pages: [{ ...pages('self')[0], pages: [inner] }] });
}

describe('a model that answers badly', () => {
  const world = eachTest(() => openDocsWorld(onLocal));

  /** Generates, while others ask whether the service is there. */
  async function generate(...answers: Rule[]) {
    world().commit({ 'README.md': '# Sample\n' });
    world().say(...answers);
    expect((await world().post()).status).toBe(202);
    let isOver = false;
    const statuses = new Set<number>();
    const asking = (async () => {
      for (; !isOver; await pause(5)) {
        statuses.add((await world().send({ path: '/health' })).status);
      }
    })();
    const row = await world().ended();
    isOver = true;
    await asking;
    expect([...statuses]).toEqual([200]);
    return row;
  }

  const half = JSON.stringify(plan(3)).slice(0, 100);
  it.each<[string, Partial<Rule>, RegExp]>([
    ['without end', { endless: true }, /^Planner failed: .*printed more than the limit allows$/],
    [
      'with half a plan, and an error',
      { text: half, exit: 1 },
      /^Planner failed: \{"project_name"/,
    ],
    ['with half a plan', { text: half }, /^Failed to parse planner output as JSON$/],
    ['with nothing', { text: '' }, /^Failed to parse planner output as JSON$/],
    ['with odd bytes', { base64: bytes('{"navigation": \xff\xfe\0}') }, /^Failed to parse/],
    ['with 100,000 lists in lists', { text: '['.repeat(100_000) }, /^Failed to parse/],
    [
      'with 100,000 objects in objects',
      { text: '{"navigation":'.repeat(100_000) },
      /^Failed to parse/,
    ],
    [
      'with groups that are their own pages',
      { json: navigation({ group: 'a', pages: 'a' }) },
      /^Plan contains no pages$/,
    ],
  ])('%s for the plan ends the generation, and says so', async (_, answer, error_message) => {
    const row = await generate({ task: { kind: 'plan' }, ...answer });
    expect(row).toMatchObject({ status: 'error', page_count: 0, current_stage: null });
    expect(row.error_message).toMatch(error_message);
    expect(row.error_message?.length).toBeLessThanOrEqual(2_100);
  });

  it.each<[string, object, readonly string[]]>([
    [
      'one slug for all',
      navigation(
        { group: 'a', pages: pages('a', 'A', 'a', 'a-2') },
        { group: 'a', pages: pages('a') },
      ),
      ['a', 'a-2', 'a-3', 'a-2-2', 'a-4'],
    ],
    ['itself', nested(50), ['self']],
    [
      'names of files that are there',
      navigation({ group: 'a', pages: pages('index', '404', '../x') }),
      ['index-2', '404-2', 'x'],
    ],
  ])('with a plan of %s gets pages of their own', async (_, json, slugs) => {
    const text = `# {{title}}\n\n${slugs.map((slug) => `[to](${slug}.md#none)`).join(' ')}\n`;
    const row = await generate({ task: { kind: 'plan' }, json }, { task: { kind: 'page' }, text });
    expect(row).toMatchObject({ status: 'ready', page_count: slugs.length, error_pages: 0 });
    expect(pagesIn(JSON.parse(row.plan_json ?? '') as Plan).map(({ slug }) => slug)).toEqual(slugs);
    for (const slug of slugs) expect(await world().published(`${slug}.html`)).toContain('<h1');
    const [{ report } = {}] = await world().history();
    expect((report as { dead_links: object[] }).dead_links.length).toBe(slugs.length ** 2);
  });

  it.each<[string, Partial<Rule>]>([
    ['without end', { endless: true }],
    ['with half a page, and an error', { text: '# Page 2\n\nHalf', exit: 1 }],
    ['with nothing', { text: '' }],
    ['with nothing but odd bytes', { base64: bytes('\0\x01\x02\x7f') }],
  ])('%s for a page fails that page alone', async (_, answer) => {
    const row = await generate({ task: { slug: 'page-2' }, ...answer }, ...rules(3));
    expect(row).toMatchObject({ status: 'ready', page_count: 3, error_pages: 1 });
    expect(await world().published('page-2.md')).toBe(failed(2));
    expect(await world().published('page-3.md')).toBe('# Page 3\n\nText.\n');
  });

  it('with odd bytes within a page has them replaced', async () => {
    const odd = { base64: bytes('# T\n\n\xc3\x28 \xf0\x9f \xed\xa0\x80 end\n') };
    const row = await generate({ task: { slug: 'page-1' }, ...odd }, ...rules(1));
    expect(row).toMatchObject({ status: 'ready', error_pages: 0 });
    expect(await world().published('page-1.md')).toMatch(
      /^# T\n\n\ufffd+\( \ufffd+ \ufffd+ end\n$/,
    );
  });
});
