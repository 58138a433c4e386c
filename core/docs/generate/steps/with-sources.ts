import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import { citedSources } from '#core/docs/evidence/cited-sources.ts';
import { withoutOtherSources } from '#core/docs/evidence/source-view.ts';
import type { SiteSource } from '#core/docs/site/site-source.ts';
import type { Generation, GenerationPage } from '#core/docs/tables.ts';

/** With the files that the pages cite and no code host shows. */
export async function withSources(
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
  const origin = { commit: source.commit, path: generation.repo_path };
  const sources = tree ? await citedSources(needs, citing, { tree, ...origin }) : [];
  const shown = new Set(sources.map(({ file }) => file));
  const texts = new Map(
    citing.map(({ slug, markdown }) => [slug, withoutOtherSources(markdown, shown)]),
  );
  return { ...source, sources, markdown: async (slug) => texts.get(slug) ?? '' };
}
