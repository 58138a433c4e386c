import type { Platform } from '../../platform/ports.ts';
import { pagesIn } from '../check-plan.ts';
import type { SiteReport, SiteSource } from '../site/site-source.ts';

/** The pages' markdown and a list of them: a site before there is a better one. */
export async function plainRender(
  { blobs }: Pick<Platform, 'blobs'>,
  source: SiteSource,
  target: { readonly site: string },
): Promise<SiteReport> {
  const pages = pagesIn(source.plan);
  await Promise.all(
    pages.map(async ({ slug }) =>
      blobs.put(`${target.site}${slug}.md`, await source.markdown(slug)),
    ),
  );
  await blobs.put(`${target.site}index.html`, `<!doctype html><title>${pages.length}</title>`);
  await blobs.put(`${target.site}citations.json`, JSON.stringify(source.citations));
  return { pages: pages.length, deadLinks: [], rendered: 0, plain: [] };
}
