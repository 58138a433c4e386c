import { lexer, type Token } from 'marked';
import { documentOf } from './issue-document.ts';
import { wikiText } from './wiki-text.ts';

/** Jira's limit for a description; of a document it counts the JSON. */
const mostCharacters = 32_767;

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
  let kept = markdown.slice(0, mostCharacters);
  let cut = kept === markdown ? '' : '\n\n(The text was cut.)';
  for (;;) {
    const text = convert(blocksOf(`${kept}${cut}${end}`));
    if (JSON.stringify(text).length <= mostCharacters || kept === '') return text;
    kept = kept.slice(0, Math.floor(kept.length * 0.8));
    cut = '\n\n(The text was cut.)';
  }
}

/** Nesting that is too deep for the parser is plain text. */
function blocksOf(markdown: string): Token[] {
  try {
    return lexer(markdown);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ type: 'code', raw: markdown, text: markdown }];
  }
}
