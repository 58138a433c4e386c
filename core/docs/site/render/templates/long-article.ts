/** Shorter pages are laid out at once: there is nothing to win. */
const longArticle = 60_000;

/** What may hold a heading that begins no part of its own. */
const tags = /<(?:(\/)?(?:blockquote|[uo]l|aside|div|details|figure|table)\b|h[2-6] id=)/g;
const headingEnd = /<\/h[2-6]>/g;

export function isLong(html: string): boolean {
  return html.length >= longArticle;
}

/**
 * A long article in parts, each from one heading to the next, which the style lets the browser lay
 * out when they come near: a reference of 400 headings opens as fast as a short page.
 */
export function articleParts(html: string): string {
  const starts: number[] = [];
  let depth = 0;
  let textFrom = 0;
  for (const { 0: tag, 1: isEnd, index } of html.matchAll(tags)) {
    if (!tag.startsWith('<h')) depth += isEnd ? -1 : 1;
    else if (depth === 0) {
      // Headings in a row are one part: the space between them is narrower.
      const isInRow = starts.length > 0 && html.slice(textFrom, index).trim() === '';
      if (!isInRow) starts.push(index);
      headingEnd.lastIndex = index;
      textFrom = (headingEnd.exec(html)?.index ?? index) + '</h2>'.length;
    }
  }
  const parts = starts.map((start, at) => html.slice(start, starts[at + 1]));
  const first = html.slice(0, starts[0]);
  return first + parts.map((part) => `<section class="part">\n${part}</section>\n`).join('');
}
