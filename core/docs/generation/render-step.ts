import { Failure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { Plan } from '../writing/plan.ts';
import { projectFiles } from '../project/project-files.ts';
import type { SiteTarget } from '../render/render-site.ts';
import type { SiteReport, SiteSource } from '../site/site-source.ts';
import { generations, projects, type Generation, type GenerationPage } from '../tables.ts';
import { planOf } from '../writing/ask-plan.ts';
import { endGeneration } from './end.ts';
import { holdGeneration } from './hold.ts';
import { listPages } from './page-rows.ts';
import { failedPage } from '../writing/page-text.ts';
import { reportOf, totalsOf } from './report.ts';
import { generationEnded, runStep, type Step, type StepRun } from './step.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'trees' | 'ai' | 'clock' | 'log'>;

export type Render = (
  source: SiteSource,
  target: SiteTarget,
  signal: AbortSignal,
) => Promise<SiteReport>;

/** The last step: renders, publishes and ends the generation. A render that fails leaves the old
 * site as it is. */
export function renderStep(needs: Needs, run: StepRun, render: Render): Promise<void> {
  return runStep(needs, run, (step) => work(needs, step, render));
}

async function work(needs: Needs, step: Step, render: Render): Promise<void> {
  const held = await holdGeneration(needs, step, 'render');
  const pages = await listPages(needs, step.generation);
  const plan = planOf(held.row());
  if (!plan || pages.some(({ state }) => state !== 'done')) {
    throw new Failure('unavailable', 'pages_missing', 'Pages are missing');
  }
  await held.enter('rendering');
  const generation = held.row();
  const { id } = generation;
  const { site, renderCache } = projectFiles(generation);
  // Publishing cannot be refused afterwards: who has lost the generation stops before it, and
  // leaves what the other one stages alone.
  const confirm = () => assertHeld(needs, generation);
  await confirm();
  const source = sourceOf(generation, plan, pages);
  const report = await render(source, { site, cache: renderCache, confirm }, step.signal);
  const planned = { input_tokens: null, output_tokens: null, cost_usd: null };
  const totals = totalsOf(pages, generation.plan_usage ?? planned);
  const outcome = {
    status: 'ready' as const,
    stage: null,
    commit_sha: generation.commit_sha ?? '',
    page_count: pages.length,
    error_pages: totals.error_pages ?? 0,
  };
  await endGeneration(needs, id, outcome, { ...totals, report: reportOf(pages, report.deadLinks) });
}

async function assertHeld({ records }: Needs, held: Stored<Generation>): Promise<void> {
  const { id, owner, name, fence } = held;
  const [generation, project] = await Promise.all([
    records.get(generations, { id }),
    records.get(projects, { owner, name }),
  ]);
  const isHeld = generation?.fence === fence && generation.status === 'generating';
  if (!isHeld || project?.generation !== id) throw generationEnded();
}

function sourceOf(
  { name, repo_url, commit_sha }: Generation,
  plan: Plan,
  pages: readonly GenerationPage[],
): SiteSource {
  const texts = new Map(
    pages.map(({ slug, title, markdown }) => [slug, markdown ?? failedPage(title)]),
  );
  const read = (slug: string) => texts.get(slug) ?? failedPage(slug);
  return {
    name,
    plan,
    repositoryUrl: shownUrl(repo_url),
    commit: commit_sha ?? '',
    markdown: async (slug) => read(slug),
    citations: pages.flatMap(({ slug, citations }) =>
      citations.map(({ path, line }) => ({ page: slug, path, line })),
    ),
  };
}

/** Only what a browser can open; never a folder of this machine. */
function shownUrl(url: string | null): string | null {
  if (url === null || !/^https:\/\//i.test(url)) return null;
  return url.replace(/\/+$/, '').replace(/\.git$/, '');
}
