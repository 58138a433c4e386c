import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { assetVersions, siteAssets } from '#core/docs/site/assets.ts';
import { llmsFullText, llmsText } from '#core/docs/site/llms.ts';
import { searchEntry } from '#core/docs/site/search/search-entry.ts';
import { pageFile, searchFile, searchFiles } from '#core/docs/site/search/search-files.ts';
import { simpleEntry, simpleIndex } from '#core/docs/site/search/search-simple.ts';
import type { SiteFile, SiteView } from '#core/docs/site/site-view.ts';
import { siteIcon } from '#core/docs/site/render/templates/icon.ts';
import { siteView } from '#core/docs/site/site-view.ts';
import { sitemap } from '#core/docs/site/sitemap.ts';
import { commitScript } from '#core/docs/site/render/templates/footer.ts';
import { codeMarkup, type Sample, shownFace } from '#core/docs/site/render/render-page.ts';
import { sourceLines } from '#core/docs/site/render/source-lines.ts';
import { sourceDocument } from '#core/docs/site/render/templates/source.ts';
import { landingDocument } from '#core/docs/site/render/templates/landing.ts';
import { notFoundDocument } from '#core/docs/site/render/templates/not-found.ts';
import { pageDocument } from '#core/docs/site/render/templates/page.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { diagramDrawer } from '#core/text/diagram/draw-diagram.ts';
import { highlighter } from '#core/text/highlight/highlight.ts';
import { resolveLinks } from '#core/text/markdown/finish.ts';
import { renderMarkdown } from '#core/text/markdown/markdown.ts';
import { sampleFile, type SampleSite } from './sample-site.ts';

export interface Origin {
  readonly repositoryUrl: string | null;
  readonly commit: string;
}

export const sampleOrigin: Origin = {
  repositoryUrl: 'https://github.com/example/harbour.git',
  commit: '4f2a9c1d7be05a3c8e6f1029384756abcdef0123',
};

const assets = localAssets({ root: resolve(import.meta.dirname, '../../../core') });

/** All files of a site, rendered without a generation. */
export async function renderedSite(
  { plan, markdown, face = null }: SampleSite,
  origin: Origin = sampleOrigin,
): Promise<{ site: SiteView; files: SiteFile[] }> {
  const own = [...(await siteAssets(assets)), siteIcon(plan.project_name)];
  const shown = { name: plan.project_name, plan, assetVersions: assetVersions(own) };
  const highlight = await highlighter();
  const drawer = await diagramDrawer();
  const markupOf = async (sample: Sample) => codeMarkup(sample, highlight);
  const site = siteView({
    ...shown,
    ...origin,
    face: await shownFace({ ...origin, face }, markupOf),
  });
  const sources = site.pages.map(({ slug, title, group }) => {
    const text = markdown.get(slug) ?? '';
    const rendered = renderMarkdown(text, { highlight, draw: drawer() });
    const html = resolveLinks(rendered.html, (target) => addressOf(site, target));
    const { headings } = rendered;
    return { slug, title, group: site.groups[group]?.title ?? '', markdown: text, headings, html };
  });
  const entries = sources.map((source) => searchEntry(source));
  let full = '';
  for await (const part of llmsFullText(site, (slug) => markdown.get(slug) ?? '')) full += part;
  const files: SiteFile[] = [
    { path: 'index.html', body: landingDocument(site) },
    { path: '404.html', body: notFoundDocument(site) },
    ...sources.flatMap(({ slug, html, headings, markdown: text }) => [
      { path: `${slug}.html`, body: pageDocument(site, { slug, html, headings, editUrl: null }) },
      { path: `${slug}.md`, body: text },
    ]),
    {
      path: sampleFile.file,
      body: sourceDocument(site, sampleFile, sourceLines(sampleFile, highlight)),
    },
    ...sources.map(({ markdown: text }, page) => searchFile(`text.${page}`, text)),
    { path: 'llms.txt', body: llmsText(site) },
    { path: 'llms-full.txt', body: full },
    { path: 'sitemap.xml', body: sitemap(site) },
    { path: 'assets/commit.js', body: commitScript(site) },
    ...simpleIndex(sources.map(simpleEntry)),
    ...searchFiles(entries),
    ...entries.map((entry, page) => pageFile(page, entry)),
    ...own,
  ];
  return { site, files };
}

function addressOf({ bySlug }: SiteView, target: string): string | undefined {
  const [, slug, anchor = ''] = /^(?:\.\/)?([\w-]*)(?:\.md|\.html)?(#.*)?$/.exec(target) ?? [];
  if (slug === '') return anchor || undefined;
  return slug !== undefined && bySlug.has(slug) ? `${slug}.html${anchor}` : undefined;
}

export async function writeSite(folder: string, files: readonly SiteFile[]): Promise<void> {
  for (const { path, body } of files) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, body);
  }
}
