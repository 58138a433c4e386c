import type { SiteView } from './site-view.ts';

/** The index for language models: https://llmstxt.org. */
export function llmsText({ name, tagline, groups }: SiteView): string {
  const lines = [`# ${line(name)}`, '', `> ${line(tagline)}`, ''];
  for (const group of groups) {
    lines.push(`## ${line(group.title)}`, '');
    for (const { slug, title, description } of group.pages) {
      lines.push(`- [${line(title)}](${slug}.md): ${line(description)}`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

/** All pages in one text, in pieces: a site may be larger than a string should be. */
export async function* llmsFullText(
  { name, tagline, pages }: SiteView,
  markdown: (slug: string) => Promise<string> | string,
): AsyncGenerator<string> {
  yield `# ${line(name)}\n\n> ${line(tagline)}\n\n---\n`;
  for (const { slug } of pages) {
    const text = await markdown(slug);
    yield `\nSource: ${slug}.md\n\n${text}${text.endsWith('\n') ? '' : '\n'}\n---\n`;
  }
}

/** A line break in a title would start something else. */
function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
