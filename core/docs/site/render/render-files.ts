import { createHash } from 'node:crypto';
import { llmsText } from '../llms.ts';
import type { SiteSource } from '../site-source.ts';
import type { SiteFile, SiteView } from '../site-view.ts';
import { sitemap } from '../sitemap.ts';
import { commitScript } from './templates/footer.ts';
import { landingDocument } from './templates/landing.ts';
import { notFoundDocument } from './templates/not-found.ts';

/** What was read of the tree, beside the pages. */
export function citationsFile({
  commit,
  citations,
}: Pick<SiteSource, 'commit' | 'citations'>): SiteFile {
  const body = `${JSON.stringify({ commit, citations }, null, 2)}\n`;
  return { path: 'citations.json', body };
}

/** Which names of the pages are in the repository. */
export function evidenceFiles({ commit, names }: SiteSource): SiteFile[] {
  if (!names) return [];
  const body = `${JSON.stringify({ commit, pages: names }, null, 2)}\n`;
  return [{ path: 'evidence.json', body }];
}

/** What the list of pages makes, and the commit. */
export function overviewFiles(view: SiteView): SiteFile[] {
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

export function hashOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}
