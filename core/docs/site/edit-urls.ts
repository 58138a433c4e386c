import { editAddress } from '#core/text/code-host.ts';
import type { Generation, GenerationPage } from '../tables.ts';

const document = /\.(?:mdx?|markdown|rst|adoc|txt)$/i;

/** Where pages that were made of one document of the repository, as guides are, can be changed. */
export function editUrls(
  { repo_url, branch }: Pick<Generation, 'repo_url' | 'branch'>,
  pages: readonly Pick<GenerationPage, 'slug' | 'files'>[],
): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  for (const { slug, files } of pages) {
    const [only, another] = files ?? [];
    if (!only || another || !document.test(only.path)) continue;
    const url = editAddress(repo_url, branch, only.path);
    if (url !== null) urls.set(slug, url);
  }
  return urls;
}
