import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { BlobVersion } from '#core/platform/ports/blobs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { simpleIndex } from '../search/search-simple.ts';
import { assetVersions, siteAssets } from '../assets.ts';
import { llmsFullText, llmsText } from '../llms.ts';
import type { SiteReport, SiteSource } from '../site-source.ts';
import { siteView, type SiteFile, type SiteView } from '../site-view.ts';
import { sitemap } from '../sitemap.ts';
import { askBeside, inBatches, orElse, renderPages } from './render-pages.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { codeMarkup, shownFace } from './render-page.ts';
import { sourceLines } from './source-lines.ts';
import { commitScript } from './templates/footer.ts';
import { siteIcon } from './templates/icon.ts';
import { landingDocument } from './templates/landing.ts';
import { notFoundDocument } from './templates/not-found.ts';
import { sourceDocument } from './templates/source.ts';

type Needs = Pick<Platform, 'blobs' | 'offload' | 'assets' | 'log'>;

export interface SiteTarget {
  /** Where the site is published. */
  readonly site: string;
  /** Called right before publishing: throws where another worker has the work by now. */
  readonly confirm?: () => Promise<void>;
}

const attempts = 3;
const filesAtOnce = 16;

/**
 * Renders the site and publishes it at one moment. Files that come out as before are kept.
 * Repeated: nothing changes. Fails: the old site stays as it is.
 */
export async function renderSite(
  needs: Needs,
  source: SiteSource,
  target: SiteTarget,
  signal: AbortSignal,
): Promise<SiteReport> {
  for (let attempt = 1; ; attempt += 1) {
    const version = await needs.blobs.newVersion(target.site);
    try {
      return await render(needs, source, target, version, signal);
    } catch (error) {
      await version.discard().catch(() => undefined);
      if (signal.aborted) throw new Failure('upstream', 'aborted', 'Rendering was aborted');
      // Another worker published the site: what this one kept may be gone.
      const isOutdated = isFailure(error, 'conflict', 'outdated');
      if (!isOutdated || attempt === attempts) throw error;
    }
  }
}

async function render(
  needs: Needs,
  source: SiteSource,
  target: SiteTarget,
  version: BlobVersion,
  signal: AbortSignal,
): Promise<SiteReport> {
  const { name, plan, repositoryUrl, commit, isOfflineWriter = false, sources = [] } = source;
  const ownFiles = [...(await siteAssets(needs.assets)), siteIcon(plan.project_name || name)];
  // Pages do not show the commit.
  const earlier = [...(source.earlier?.keys() ?? [])];
  const about = { name, plan, repositoryUrl, isOfflineWriter, earlier };
  const shown = { ...about, assetVersions: assetVersions(ownFiles), commit: '' };
  const ask = askBeside(needs, signal);
  const face = await shownFace(source, (sample) =>
    orElse(ask({ kind: 'code', sample }), () => codeMarkup(sample)),
  );
  const view = siteView({ ...shown, commit, face });
  const site = { id: hashOf(JSON.stringify(shown)), source: shown, view };
  const pages = await renderPages({ source, site, ask, put, log: needs.log, signal });
  await inBatches(sources, async (batch) => {
    const task = { kind: 'sources', site: site.id, source: shown, sources: batch } as const;
    const documents = await orElse(ask(task), () =>
      batch.map((each) => sourceDocument(view, each, sourceLines(each, undefined))),
    );
    for (const [at, { file }] of batch.entries()) await put(file, documents[at] ?? '');
  });
  const pictures = source.picture ? [source.picture] : [];
  await putFiles([...ownFiles, ...pictures, ...evidenceFiles(source), ...overviewFiles(view)]);
  await putFiles(simpleIndex(pages.map(({ simple }) => simple)));
  const words = pages.map((page) => ({ words: page.words, names: page.names }));
  await putFiles(await ask({ kind: 'index', words }));
  // As long as all pages together: known by what it is made of.
  const texts = pages.map(({ slug, hash }) => [slug, hash]);
  const fingerprint = hashOf(JSON.stringify([view.name, view.tagline, texts]));
  const fullTextFile = 'llms-full.txt';
  if (!version.keep(fullTextFile, fingerprint)) {
    await version.put(fullTextFile, fingerprint, fullText());
  }
  await version.publish(target.confirm);

  return {
    pages: pages.length,
    plain: pages.filter(({ isPlain }) => isPlain).map(({ slug }) => slug),
    diagrams: {
      drawn: pages.reduce((sum, { diagrams }) => sum + diagrams.drawn, 0),
      failed: pages.flatMap(({ slug, diagrams }) =>
        diagrams.failed.map((reason) => ({ page: slug, reason })),
      ),
    },
    deadLinks: pages.flatMap(({ slug, dead }) =>
      dead.map((link) => ({ page: slug, target: link })),
    ),
  };

  /** A file with the same content as before is not stored again. */
  async function put(path: string, body: string | Uint8Array): Promise<string> {
    signal.throwIfAborted();
    const hash = hashOf(body);
    if (!version.keep(path, hash)) await version.put(path, hash, body);
    return hash;
  }

  function putFiles(files: readonly SiteFile[]): Promise<void> {
    return eachAtMost(filesAtOnce, files, async ({ path, body }) => {
      await turn();
      await put(path, body);
    });
  }

  async function* fullText(): AsyncGenerator<Uint8Array> {
    for await (const part of llmsFullText(view, (slug) => source.markdown(slug))) {
      yield new TextEncoder().encode(part);
    }
  }
}

/** What was looked up in the repository: citations, and the names that pages have in code. */
function evidenceFiles({ commit, citations, names }: SiteSource): SiteFile[] {
  const cited = `${JSON.stringify({ commit, citations }, null, 2)}\n`;
  const files: SiteFile[] = [{ path: 'citations.json', body: cited }];
  if (!names) return files;
  const evidence = `${JSON.stringify({ commit, pages: names }, null, 2)}\n`;
  return [...files, { path: 'evidence.json', body: evidence }];
}

/** What the list of pages makes, and the commit. */
function overviewFiles(view: SiteView): SiteFile[] {
  const files: SiteFile[] = [
    { path: 'assets/commit.js', body: commitScript(view) },
    { path: 'index.html', body: landingDocument(view) },
    { path: 'llms.txt', body: llmsText(view) },
    { path: 'sitemap.xml', body: sitemap(view) },
  ];
  // A page may have that name, and is wanted more.
  if (!view.bySlug.has('404')) files.push({ path: '404.html', body: notFoundDocument(view) });
  return files;
}

function hashOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}
