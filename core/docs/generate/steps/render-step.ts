import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { finishStep } from '#core/runs/finish-step.ts';
import type { Stepped, StepRun } from '#core/runs/step.ts';
import { withoutGit } from '#core/text/url.ts';
import type { Plan } from '#core/docs/plan.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { keepArchive } from '#core/docs/site/archive.ts';
import { editUrls } from '#core/docs/site/edit-urls.ts';
import type { SiteTarget } from '#core/docs/site/render/render-site.ts';
import { checkNames, type PageNames } from '#core/docs/evidence/names/check-names.ts';
import type { SiteReport, SiteSource } from '#core/docs/site/site-source.ts';
import type { Generation, GenerationPage } from '#core/docs/tables.ts';
import { shownVersion } from '#core/docs/site/face/release.ts';
import { planOf } from '../plan/ask-plan.ts';
import { enterStage } from '../progress/append-progress.ts';
import { endGeneration } from '../end.ts';
import { generationRun } from '../generation-run.ts';
import { openTree } from '../obtain.ts';
import { failedPage } from '../pages/page-text.ts';
import { isOffline } from '../asking/writer.ts';
import { reportOf, totalsOf } from '../progress/report.ts';
import { withSources } from './with-sources.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'trees' | 'git' | 'ai' | 'clock' | 'log' | 'blobs')
  | ('environment' | 'home')
>;

export type Render = (
  source: SiteSource,
  target: SiteTarget,
  signal: AbortSignal,
) => Promise<SiteReport>;

/** The last step: renders, publishes and ends the generation. A render that fails leaves the old
 * site as it is. */
export function renderStep(needs: Needs, run: StepRun, render: Render): Promise<Stepped> {
  return finishStep(needs, generationRun, run, async ({ held, step, items: pages, confirm }) => {
    const plan = planOf(held.row());
    if (!plan) throw new Failure('unavailable', 'no_plan', 'The generation has no plan');
    await enterStage(needs, held, 'rendering');
    const generation = held.row();
    const { site } = projectFiles(generation);
    await confirm();
    const { source, names } = await gather(needs, generation, plan, pages, step.signal);
    const report = await render(source, { site, confirm }, step.signal);
    await keepArchive(needs, generation);
    const planned = { input_tokens: null, output_tokens: null, cost_usd: null };
    const totals = totalsOf(pages, generation.plan_usage ?? planned);
    const outcome = {
      status: 'ready' as const,
      stage: null,
      commit_sha: generation.commit_sha ?? '',
      page_count: pages.length,
      error_pages: totals.error_pages ?? 0,
    };
    const details = { ...totals, report: reportOf(pages, report, names) };
    await endGeneration(needs, generation.id, outcome, details);
  });
}

function sourceOf(
  { name, repo_url, branch, commit_sha, writer, face, tags }: Generation,
  plan: Plan,
  pages: readonly GenerationPage[],
  names: readonly PageNames[] | null,
): SiteSource {
  const texts = new Map(
    pages.map(({ slug, title, markdown }) => [slug, markdown ?? failedPage(title)]),
  );
  const edits = editUrls({ repo_url, branch }, pages);
  const version = shownVersion(
    face,
    tags.map((tag) => tag.name),
  );
  const read = (slug: string) => texts.get(slug) ?? failedPage(slug);
  return {
    name,
    plan,
    repositoryUrl: shownUrl(repo_url),
    commit: commit_sha ?? '',
    face: { ...(face ?? { install: null, sample: null }), version },
    isOfflineWriter: isOffline(writer),
    markdown: async (slug) => read(slug),
    editUrl: (slug) => edits.get(slug) ?? null,
    citations: pages.flatMap(({ slug, citations }) =>
      citations.map(({ path, line }) => ({ page: slug, path, line })),
    ),
    ...(names && { names }),
  };
}

/** What is rendered, with what the tree says of it; without that if the tree is gone. The tree is
 * opened once, because in the cloud reading from it fetches the whole. */
async function gather(
  needs: Needs,
  generation: Generation,
  plan: Plan,
  pages: readonly GenerationPage[],
  signal: AbortSignal,
) {
  const tree = await openTree(needs, generation);
  try {
    const names = tree ? await checkNames(tree, writtenOf(pages), signal) : null;
    const written = sourceOf(generation, plan, pages, names);
    return { names, source: await withSources(needs, tree, generation, written, pages) };
  } finally {
    await tree?.close();
  }
}

function writtenOf(pages: readonly GenerationPage[]) {
  return pages.flatMap(({ slug, markdown }) => (markdown === null ? [] : { slug, markdown }));
}

/** Only what a browser can open; never a folder of this machine. */
function shownUrl(url: string | null): string | null {
  if (url === null || !/^https:\/\//i.test(url)) return null;
  return withoutGit(url);
}
