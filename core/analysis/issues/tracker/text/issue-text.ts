import { markdownTree } from '#core/text/markdown/tree.ts';
import { wikiText } from './wiki-text.ts';

/** Jira's limit for a description, of which some versions count the JSON. */
const maxCharacters = 32_767;

/** Markdown as a description: wiki text, which a cloud takes too in version 2 of its interface. A text
 * that is too long is cut, but never `lastLine`, a paragraph of its own. */
export function issueText(markdown: string, lastLine = ''): string {
  const end = lastLine === '' ? '' : `\n\n${lastLine}`;
  let start = markdown.slice(0, maxCharacters);
  let cut = start === markdown ? '' : '\n\n(The text was cut.)';
  for (;;) {
    const text = wikiText(markdownTree(`${start}${cut}${end}`));
    const { length } = JSON.stringify(text);
    if (length <= maxCharacters || start === '') return text;
    start = start.slice(0, Math.floor(start.length * Math.min(0.8, maxCharacters / length)));
    cut = '\n\n(The text was cut.)';
  }
}
