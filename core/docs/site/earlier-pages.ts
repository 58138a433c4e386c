import { text } from 'node:stream/consumers';
import type { Platform } from '#core/platform/ports/platform.ts';

/** What stands where a page could not be written. `earlier`: the file with its last good version. */
export function failedPage(title: string, earlier?: string): string {
  const link = earlier === undefined ? '' : `\n[The last version of this page](${earlier})\n`;
  return `# ${title}\n\n${failedNote}\n${link}`;
}

const failedNote = '*Documentation generation failed. Please re-run.*';

export function earlierFile(slug: string): string {
  return `${slug}.earlier.md`;
}

/** The last good versions of pages, by slug, from the site that is published now. A page that failed
 * there as well has its version kept beside it. Absent: it was never written. */
export async function earlierPages(
  { blobs }: Pick<Platform, 'blobs'>,
  site: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const prefix = slugs.length === 0 ? undefined : await blobs.published(site);
  if (prefix === undefined) return texts;
  const read = async (file: string) => {
    const blob = await blobs.get(`${prefix}${file}`);
    return blob && text(blob.body);
  };
  for (const slug of slugs) {
    const page = await read(`${slug}.md`);
    const isFailed = page?.split('\n', 3)[2] === failedNote;
    const markdown = isFailed ? await read(earlierFile(slug)) : page;
    if (markdown !== undefined) texts.set(slug, markdown);
  }
  return texts;
}

/** As it is shown: under its heading, readers are told that it is older. */
export function asEarlier(markdown: string): string {
  const note = `> **Warning** This version is older than the rest of the site.\n`;
  const heading = /^# [^\n]*\n/.exec(markdown)?.[0] ?? '';
  return `${heading}\n${note}\n${markdown.slice(heading.length)}`;
}
