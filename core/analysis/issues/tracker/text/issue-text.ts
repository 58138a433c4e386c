import { markdownTree } from '#core/text/markdown/tree.ts';
import { documentOf } from './issue-document.ts';
import { wikiText } from './wiki-text.ts';

/** Jira's limit for a description; of a document it counts the JSON. */
const maxCharacters = 32_767;

interface Form {
  readonly isCloud: boolean;
  /** A paragraph of its own that is never cut off. */
  readonly lastLine?: string;
}

/** Markdown as a description: a document (ADF) on a cloud, wiki text on a server. A text that is too
 * long is cut. */
export function issueText(markdown: string, { isCloud, lastLine }: Form): unknown {
  const convert = isCloud ? documentOf : wikiText;
  const end = lastLine === undefined ? '' : `\n\n${lastLine}`;
  let start = markdown.slice(0, maxCharacters);
  let cut = start === markdown ? '' : '\n\n(The text was cut.)';
  for (;;) {
    const text = convert(markdownTree(`${start}${cut}${end}`));
    const { length } = JSON.stringify(text);
    if (length <= maxCharacters || start === '') return text;
    start = start.slice(0, Math.floor(start.length * Math.min(0.8, maxCharacters / length)));
    cut = '\n\n(The text was cut.)';
  }
}
