import { cloud, laptop } from '#core/home/homes.ts';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planOf } from '#core/docs/plan.ts';
import { planStep } from '#core/docs/generate/steps/plan-step.ts';
import { writePage } from '#core/docs/generate/pages/write-page.ts';
import { pagesIn } from '#core/docs/plan.ts';
import type { Plan, PlanPage } from '#core/docs/plan.ts';
import { generations, projects } from '#core/docs/tables.ts';
import { Failure } from '#core/platform/failure.ts';
import type { AiQuestion } from '#core/platform/ports/programs/ai.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { LocalPlatform } from '#core/home/open-local.ts';
import { acceptGeneration, openGenerationHome } from '#test/support/docs/generation-home.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let platform: LocalPlatform;
let generation: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await acceptGeneration(folder.path, 1);
  platform = openGenerationHome(folder.path);
  const project = await platform.records.get(projects, { owner: 'admin', name: 'sample' });
  generation = project?.generation ?? '';
  await planStep(platform, { ...{ run: generation, fence: 1, attempt: 1 }, signal });
});
afterEach(async () => {
  await platform.close();
  await folder.remove();
});

const { signal } = new AbortController();

async function write(
  changes: Partial<Platform>,
  {
    began = platform.clock.now().getTime(),
    ai_provider,
  }: { began?: number; ai_provider?: string } = {},
) {
  const row = await platform.records.get(generations, { id: generation });
  if (!row) throw new Error('there is no generation');
  const plan = planOf(row) as Plan;
  const asked = {
    generation: { ...row, ...(ai_provider !== undefined && { ai_provider }) },
    plan,
    page: pagesIn(plan)[0] as PlanPage,
    began,
  };
  return writePage({ ...platform, ...changes }, asked, signal);
}

const says = (text: string): Platform['ai'] => ({
  ...platform.ai,
  ask: async () => ({ text, inputTokens: null, outputTokens: 7, costUsd: null, reused: false }),
});
const file = (path: string, text: string) => {
  const hash = createHash('sha1').update(`blob ${Buffer.byteLength(text)}\0${text}`);
  return { path, hash: hash.digest('hex') };
};

const list = (...paths: string[]) =>
  `\nUSED FILES:\n${paths.map((each) => `- ${each}\n`).join('')}`;

describe('the files that a page was written from', () => {
  const readme = file('README.md', '# Sample\n');
  const other = file('other.md', 'Other\n');
  it.each([
    [
      'those of the list and those cited',
      `See \`README.md:1\`.\n${list('other.md')}`,
      [readme, other],
    ],
    ['not known without a list', 'See `README.md:1`.\n', null],
    ['not known when one is absent', `Text.\n${list('other.md', 'none.md')}`, null],
  ])('are %s', async (_, text, files) => {
    const { row, cached } = await write({ ai: says(`# A page\n\n${text}`) });
    expect([row.files, cached?.files]).toEqual([files, files]);
  });
});

describe('the second look', () => {
  const careful = () => ({ ...platform.environment, SECOND_LOOK: 'true' });
  const draft = '# A page\n\nCall `known()` and `unknown()`. See `README.md:1`.\n';
  const mended = '# A page\n\nCall `known()`. See `README.md:1`, please.\n';

  /** Answers in their order; with usage, so that it can be added up. */
  function answers(...texts: (string | Failure)[]) {
    const asked: string[] = [];
    const ask = async ({ prompt }: AiQuestion) => {
      const text = texts[asked.push(prompt) - 1];
      if (typeof text !== 'string') throw text ?? new Error('asked too often');
      return { text, inputTokens: 10, outputTokens: 7, costUsd: 0.5, reused: false };
    };
    return { asked, ai: { ...platform.ai, ask } };
  }

  it.each<[string, (string | Failure)[], string, number]>([
    ['uses an answer with fewer missing names', [draft, mended], mended, 2],
    ['keeps the first where as many are missing', [draft, `${draft}\nMore.\n`], draft, 2],
    ['keeps the first where a citation is wrong', [draft, mended.replace(':1', ':9')], draft, 2],
    ['keeps the first where the answer is no page', [draft, ''], draft, 2],
  ])('%s, and counts what it took', async (_, texts, markdown, calls) => {
    const { asked, ai } = answers(...texts);
    const { row, cached } = await write({ ai, environment: careful() });
    expect([cached?.markdown, row.error]).toEqual([markdown, undefined]);
    expect([asked.length, row.input_tokens, row.cost_usd]).toEqual([calls, calls * 10, calls / 2]);
  });

  it('shows the page and the names as data, after the same question (S9)', async () => {
    const { asked, ai } = answers(draft, mended);
    await write({ ai, environment: careful() });
    const [first = '', second = ''] = asked;
    expect(second.startsWith(first)).toBe(true);
    const marked =
      /The page:\n<(data-\w+)>\n[^]*\n<\/\1>\n[^]*<(data-\w+)>\nidentifier: unknown\n<\/\2>/;
    expect(second.slice(first.length)).toMatch(marked);
  });

  it.each([
    ['without the setting', {}, 'provider_a'],
    ['of the offline writer', { SECOND_LOOK: 'true' }, 'offline'],
  ])('is not taken %s', async (_, environment, ai_provider) => {
    const { asked, ai } = answers(draft);
    const all = { ...platform.environment, ...environment };
    const { cached } = await write({ ai, environment: all }, { ai_provider });
    expect([asked.length, cached?.markdown]).toEqual([1, draft]);
  });
});

it.each([
  [laptop, 30, 60],
  [cloud({}), 0, 14],
  [cloud({}), 5, 9],
  [cloud({}), 14, 1],
] as const)(
  'on $0.name, $1 minutes into the step, a call may take $2',
  async (home, spent, left) => {
    const asked: number[] = [];
    const ask = (question: AiQuestion) => {
      asked.push(question.timeoutMilliseconds / 60_000);
      return says('# A page\n').ask(question);
    };
    const clock = manualClock();
    const began = clock.now().getTime() - spent * 60_000;
    await write({ home, clock, ai: { ...platform.ai, ask } }, { began });
    expect(asked).toEqual([left]);
  },
);

describe('while a page is written', () => {
  const words = 'The disk is full: free some space (ENOSPC)';
  const down = new Failure('unavailable', 'storage_unavailable', words);
  const fail = () => Promise.reject(down);
  const broken = (path: string) => ({ ...platform.trees.at(path), lines: fail });

  it.each<[string, () => Partial<Platform>]>([
    ['before the answer', () => ({ ai: { ...platform.ai, ask: fail } })],
    [
      'after the answer',
      () => ({
        ai: says('# A page\n\nSee `README.md:1`.\n'),
        trees: { ...platform.trees, at: broken },
      }),
    ],
  ])('an outage of ours %s fails the step, not the page (R7)', async (_, changes) => {
    await expect(write(changes())).rejects.toBe(down);
  });
});
