import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import { finishStep } from '#core/runs/finish-step.ts';
import type { Stepped, StepRun } from '#core/runs/step.ts';
import { editAddress } from '#core/text/code-host.ts';
import { withoutGit } from '#core/text/url.ts';
import { citedSources } from '../../evidence/cited-sources.ts';
import { checkNames, type PageNames } from '../../evidence/names/check-names.ts';
import { withoutOtherSources } from '../../evidence/source-view.ts';
import { planOf, type Plan } from '../../plan.ts';
import { projectFiles } from '../../project-files.ts';
import { projectOf } from '../../variant.ts';
import { keepArchive } from '../../site/archive.ts';
import { earlierFile, earlierPages, failedPage } from '../../site/earlier-pages.ts';
import { readPicture } from '../../site/face/picture.ts';
import { shownVersion } from '../../site/face/release.ts';
import type { SiteTarget } from '../../site/render/render-site.ts';
import type { SiteReport, SiteSource } from '../../site/site-source.ts';
import type { Generation, GenerationPage } from '../../tables.ts';
import { offline } from '#core/ai/provider-ids.ts';
import { assertSomePage } from '../asking/cost-limit.ts';
import { endGeneration } from '../end.ts';
import { generationRun } from '../generation-run.ts';
import { committedHashes, openTree } from '../obtain.ts';
import { enterStage } from '../progress/append-progress.ts';
import { reportOf, totalsOf } from '../progress/report.ts';

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
    assertSomePage(generation, pages);
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
    // A process that dies while it ends the generation has said what was checked.
    await held.write(details);
    await endGeneration(needs, generation.id, outcome, details);
  });
}

function sourceOf(
  { name, repo_url, branch, commit_sha, writer, face, tags }: Generation,
  plan: Plan,
  pages: readonly GenerationPage[],
  names: readonly PageNames[] | null,
  earlier: ReadonlyMap<string, string>,
): SiteSource {
  const texts = new Map(
    pages.map(({ slug, title, markdown }) => {
      const file = earlier.has(slug) ? earlierFile(slug) : undefined;
      return [slug, markdown ?? failedPage(title, file)];
    }),
  );
  const edits = editUrls({ repo_url, branch }, pages);
  const version = shownVersion(face, versionTags(branch, tags), projectOf(name));
  const read = (slug: string) => texts.get(slug) ?? failedPage(slug);
  return {
    name: projectOf(name),
    plan,
    repositoryUrl: shownUrl(repo_url),
    commit: commit_sha ?? '',
    face: { ...(face ?? { install: null, sample: null, logo: null, picture: null }), version },
    isOfflineWriter: writer === offline,
    markdown: async (slug) => read(slug),
    earlier,
    editUrl: (slug) => edits.get(slug) ?? null,
    citations: pages.flatMap(({ slug, citations }) =>
      citations.map(({ path, line }) => ({ page: slug, path, line })),
    ),
    ...(names && { names }),
  };
}

/** Those that say which version a site is of: of a tag's itself, of another branch's none, since the
 * newest tag may be later than it. */
function versionTags(branch: string | null, tags: Generation['tags']): readonly string[] {
  const names = tags.map(({ name }) => name);
  return branch === null ? names : names.filter((name) => name === branch);
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
  const isOther = generation.before?.is_other === true;
  const gaps = isOther ? [] : pages.filter(({ markdown }) => markdown === null);
  const failed = gaps.map(({ slug }) => slug);
  const earlier = await earlierPages(needs, projectFiles(generation).site, failed);
  const tree = await openTree(needs, generation);
  try {
    const names = tree ? await checkNames(tree, writtenOf(pages), signal) : null;
    const site = sourceOf(generation, plan, pages, names, earlier);
    const file = generation.face?.picture;
    const picture = tree && file ? await readPicture(tree, file) : null;
    return {
      names,
      source: await withSources(needs, tree, generation, { ...site, picture }, pages),
    };
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

/** With the files that the pages cite and no code host shows. */
async function withSources(
  needs: Pick<Platform, 'git'>,
  tree: Tree | undefined,
  generation: Generation,
  source: SiteSource,
  pages: readonly GenerationPage[],
): Promise<SiteSource> {
  const citing = await Promise.all(
    pages.map(async ({ slug, citations }) => {
      return { slug, citations, markdown: await source.markdown(slug) };
    }),
  );
  const { repo_path } = generation;
  const isCommitted =
    repo_path === null || (await committedHashes(needs, repo_path, source.commit)) !== undefined;
  const sources = tree && isCommitted ? await citedSources(citing, tree) : [];
  const shown = new Set(sources.map(({ file }) => file));
  const texts = new Map(
    citing.map(({ slug, markdown }) => [slug, withoutOtherSources(markdown, shown)]),
  );
  const earlier = new Map(
    [...(source.earlier ?? [])].map(([slug, text]) => [slug, withoutOtherSources(text, shown)]),
  );
  return { ...source, sources, earlier, markdown: async (slug) => texts.get(slug) ?? '' };
}

const document = /\.(?:mdx?|markdown|rst|adoc|txt)$/i;

/** Where pages that were made of one document of the repository, as guides are, can be changed. */
export function editUrls(
  { repo_url, branch }: Pick<Generation, 'repo_url' | 'branch'>,
  pages: readonly Pick<GenerationPage, 'slug' | 'files'>[],
): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  for (const { slug, files } of pages) {
    const [only, another] = (files ?? []).filter(({ hash }) => hash !== '');
    if (!only || another || !document.test(only.path)) continue;
    const url = editAddress(repo_url, branch, only.path);
    if (url !== null) urls.set(slug, url);
  }
  return urls;
}
