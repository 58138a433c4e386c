import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { assetVersions, siteAssets } from '../site/assets.ts';
import { findChanges } from './render-changes.ts';
import { citationsFile, fullText, hashOf, isOverview, overviewFiles } from './render-files.ts';
import { fragmentCache } from './render-fragments.ts';
import { writeIndexes } from './render-indexes.ts';
import { pageRenderer } from './render-pages.ts';
import { readFragment } from './render-result.ts';
import { staging } from './render-staging.ts';
import { readState, writeState, type PageState } from './render-state.ts';
import { renderChanged } from './render-changed.ts';
import type { SiteReport, SiteSource } from '../site/site-source.ts';
import { siteView } from '../site/site-view.ts';

type Needs = Pick<Platform, 'blobs' | 'offload' | 'assets' | 'log'>;

export interface SiteTarget {
  /** Where the site is published. */
  readonly site: string;
  /** What is remembered for the next time, and the site until it is published. */
  readonly cache: string;
  /** Asked right before publishing: throws where somebody else has the work by now, who has taken
   * away what was staged. */
  readonly confirm?: () => Promise<void>;
}

/**
 * Renders what has changed since the site was last published, and publishes it at one moment.
 * Repeated: nothing changes. Fails: the old site stays as it is. One at a time for a target.
 */
export async function renderSite(
  needs: Needs,
  source: SiteSource,
  target: SiteTarget,
  signal: AbortSignal,
): Promise<SiteReport> {
  const { blobs } = needs;
  const stages = `${target.cache}staged/`;
  const attempt = (isFresh: boolean) =>
    render({ ...needs, source, target, signal, isFresh, stage: `${stages}${randomUUID()}/` });
  await blobs.deletePrefix(stages);
  try {
    return await attempt(false).catch((error: unknown) => {
      // Files of the cache or of the site were taken away: everything is made anew.
      if (isFailure(error, 'missing', 'no_blob')) return attempt(true);
      throw error;
    });
  } catch (error) {
    await blobs.deletePrefix(stages).catch(() => undefined);
    throw signal.aborted ? new Failure('upstream', 'aborted', 'Rendering was aborted') : error;
  }
}

interface Attempt extends Needs {
  readonly source: SiteSource;
  readonly target: SiteTarget;
  readonly signal: AbortSignal;
  /** Whatever is published or remembered is not looked at. */
  readonly isFresh: boolean;
  readonly stage: string;
}

async function render(attempt: Attempt): Promise<SiteReport> {
  const { blobs, assets, source, target, signal, isFresh, stage } = attempt;
  const ownFiles = await siteAssets(assets);
  const { name, plan, repositoryUrl } = source;
  // Pages do not show the commit.
  const shown = { name, plan, repositoryUrl, assetVersions: assetVersions(ownFiles), commit: '' };
  const view = siteView({ ...shown, commit: source.commit });
  const renderer = pageRenderer(attempt, signal);
  const fingerprint = await renderer.fingerprint();
  const id = hashOf(JSON.stringify([fingerprint, shown]));
  // Each of these takes some milliseconds for ten thousand pages: others get their turn between.
  await turn();
  const stateKey = `${target.cache}site.jsonl`;
  const published = isFresh ? undefined : await blobs.published(target.site);
  const last = await readState(blobs, stateKey, published);
  /** The published site, where all pages of it are made as they would be now. */
  const old = last?.view === id ? last : undefined;
  const staged = staging(blobs, stage, last?.files ?? {}, signal);
  const fragments = fragmentCache(blobs, `${target.cache}fragments/`, view, fingerprint);

  const changes = await findChanges(source, view, old, signal);
  const rendered = await renderChanged({
    ...{ source, view, staged, fragments, renderer, last, old, changes },
    site: { id, source: shown, view },
  });

  const { changed, pages } = rendered;
  const read = async (slug: string) => {
    const fragment = await fragments.read(slug, changes.versions.get(slug) ?? '');
    if (fragment) return readFragment(fragment);
    throw new Failure('missing', 'no_blob', `The rendering of ${slug} is gone`);
  };
  await writeIndexes({ blobs, view, staged, renderer, changed, read, old });
  await staged.update([...ownFiles, citationsFile(source)]);
  const common = hashOf(JSON.stringify([id, source.commit]));
  if (old?.common === common) staged.keepAll(isOverview);
  else await staged.update(overviewFiles(view));
  const fullHead = await writeFullText();

  if (staged.isChanged || !old) {
    const keep = staged.kept;
    await turn();
    await target.confirm?.();
    await blobs.publish(target.site, stage, { keep });
    await turn();
    const now = (await blobs.published(target.site)) ?? '';
    const known = { published: now, view: id, common, fullHead, files: staged.hashes };
    await writeState(blobs, stateKey, { ...known, pages });
  }
  return report();

  /** Gives the length of what comes before the first page. */
  async function writeFullText(): Promise<number> {
    const path = 'llms-full.txt';
    if (old && changed.size === 0) {
      staged.keep(path);
      return old.fullHead;
    }
    let before = 0;
    const isChanged = (slug: string) => changed.has(slug);
    const told = (slug: string | undefined, bytes: number) => {
      const page = slug === undefined ? undefined : pages.get(slug);
      if (!page) before = bytes;
      else if (page.bytes !== bytes) pages.set(page.slug, { ...page, bytes });
    };
    await staged.write(path, fullText(blobs, view, source, isChanged, told, old));
    return before;
  }

  function report(): SiteReport {
    const all: PageState[] = view.pages.flatMap(({ slug }) => pages.get(slug) ?? []);
    return {
      pages: view.pages.length,
      rendered: rendered.documents,
      plain: all.filter(({ isPlain }) => isPlain).map(({ slug }) => slug),
      deadLinks: all.flatMap(({ slug, dead }) =>
        dead.map((link) => ({ page: slug, target: link })),
      ),
    };
  }
}
