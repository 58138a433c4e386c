import { setImmediate as turn } from 'node:timers/promises';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { BlobVersion } from '#core/platform/ports/blobs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { simpleIndex } from '../search/search-simple.ts';
import { assetVersion } from '../site/asset-version.ts';
import { assetVersions, pictureLetters, siteAssets } from '../site/assets.ts';
import { llmsFullText } from '../site/llms.ts';
import type { SiteReport, SiteSource } from '../site/site-source.ts';
import { siteView, type SiteFile } from '../site/site-view.ts';
import { socialPath } from '../site/social-path.ts';
import { fragmentCache } from './fragment-cache.ts';
import { pageRenderer } from './page-renderer.ts';
import { citationsFile, evidenceFiles, hashOf, overviewFiles } from './render-files.ts';
import type { Pictured } from './picture/social-picture.ts';
import { renderPages } from './render-pages.ts';
import { siteIcon } from './templates/icon.ts';
import { shownFace } from './shown-face.ts';
import { renderSources } from './render-sources.ts';
import { inParallel } from './render-parallel.ts';

type Needs = Pick<Platform, 'blobs' | 'offload' | 'assets' | 'log'>;

export interface SiteTarget {
  /** Where the site is published. */
  readonly site: string;
  /** What is remembered for the next time. */
  readonly cache: string;
  /** Called right before publishing: throws where another worker has the work by now. */
  readonly confirm?: () => Promise<void>;
}

const attempts = 3;
const filesAtOnce = 16;

/**
 * Renders what has changed since the site was last published, and publishes it at one moment.
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
      // A worker that has lost the site published it: what this one kept may be gone.
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
  const { blobs, assets } = needs;
  const { name, plan, repositoryUrl, commit, isOfflineWriter = false } = source;
  const ownFiles = [...(await siteAssets(assets)), siteIcon(plan.project_name || name)];
  // Pages do not show the commit.
  const about = { name, plan, repositoryUrl, isOfflineWriter };
  const shown = { ...about, assetVersions: assetVersions(ownFiles), commit: '' };
  const renderer = pageRenderer(needs, signal);
  const face = await shownFace(source, (sample) => renderer.code(sample));
  const view = siteView({ ...shown, commit, face });
  const fingerprint = await renderer.fingerprint('pages');
  const id = hashOf(JSON.stringify([fingerprint, shown]));
  const fragments = fragmentCache(blobs, `${target.cache}fragments/`);
  const site = { id, source: shown, view };
  const { pages, documents } = await renderPages({
    ...{ source, site, version, fragments, renderer, fingerprint, signal },
  });

  await renderSources(source.sources ?? [], { site, version, renderer });
  await putFiles([...ownFiles, citationsFile(source), ...evidenceFiles(source)]);
  await putFiles(overviewFiles(view));
  await putFiles(simpleIndex(pages.map(({ simple }) => simple)));
  await putFiles(await renderer.index(pages.map(({ words, names }) => ({ words, names }))));
  await putPicture({
    ...{ name: view.name, ownName: name, tagline: view.tagline },
    ...{ repositoryUrl: view.repositoryUrl, version: view.face?.version ?? undefined },
  });
  const path = 'llms-full.txt';
  const texts = hashOf([id, ...pages.map(({ hash }) => hash)].join('\n'));
  if (!version.keep(path, texts)) await version.put(path, texts, fullText());
  await version.publish(target.confirm);

  return {
    pages: pages.length,
    rendered: documents,
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

  function putFiles(files: readonly SiteFile[]): Promise<void> {
    return inParallel(filesAtOnce, files, async ({ path: file, body }) => {
      await turn();
      signal.throwIfAborted();
      const hash = hashOf(body);
      if (!version.keep(file, hash)) await version.put(file, hash, body);
    });
  }

  async function putPicture(shown: Pictured): Promise<void> {
    const letters = await pictureLetters(assets);
    const hash = hashOf(JSON.stringify([fingerprint, assetVersion(letters), shown]));
    if (version.keep(socialPath, hash)) return;
    await version.put(socialPath, hash, await renderer.picture(letters, shown));
  }

  async function* fullText(): AsyncGenerator<Uint8Array> {
    for await (const part of llmsFullText(view, (slug) => source.markdown(slug))) {
      yield new TextEncoder().encode(part);
    }
  }
}
