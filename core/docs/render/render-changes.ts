import { hashOf } from './render-files.ts';
import { inParallel } from './render-parallel.ts';
import type { SiteState } from './render-state.ts';
import type { SiteSource } from '../site/site-source.ts';
import type { SiteView } from '../site/site-view.ts';

export interface Changes {
  /** Of every page's markdown. */
  readonly versions: ReadonlyMap<string, string>;
  /** Slugs, in the order of reading. */
  readonly slugs: readonly string[];
}

const readsAtOnce = 16;

/** Pages that are not published as they would be rendered now. */
export async function findChanges(
  source: SiteSource,
  view: SiteView,
  old: SiteState | undefined,
  signal: AbortSignal,
): Promise<Changes> {
  const versions = new Map<string, string>();
  const unknown: string[] = [];
  for (const { slug } of view.pages) {
    const version = source.version?.(slug);
    if (version === undefined) unknown.push(slug);
    else versions.set(slug, `given ${version}`);
  }
  await inParallel(readsAtOnce, unknown, async (slug) => {
    signal.throwIfAborted();
    versions.set(slug, hashOf(await source.markdown(slug)));
  });
  const slugs = view.pages
    .map(({ slug }) => slug)
    .filter((slug) => old?.pages.get(slug)?.version !== versions.get(slug));
  return { versions, slugs };
}
