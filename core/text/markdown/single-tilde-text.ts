import { parse, postprocess, preprocess } from 'micromark';
import { gfmTable } from 'micromark-extension-gfm-table';

/** Zero width: no reader sees it, and code hosts end names and tags at it. */
const gap = '\u200B';

const language = /^[\w+#-]{1,20}$/;
/** In a longer text no part counts as code. */
const maxParsedLength = 100_000;

/** What is parted below is text for the parser too: it finds the same code in the result. */
const disable = {
  null: ['autolink', 'htmlFlow', 'htmlText', 'definition', 'labelStartImage'],
};
const extensions = [gfmTable(), { disable }];

interface Part {
  readonly start: number;
  readonly end: number;
  /** Stays as it is; else it is removed. */
  readonly isCode: boolean;
}

/**
 * Markdown that mentions no one, loads nothing and hides nothing: names after `@`, tags, comments,
 * images and definitions of links are plain text. Code stays as it is, but what follows a fence and
 * is no language is removed: hosts do not show it. Repeated: the same text.
 */
export function singleTildeText(markdown: string): string {
  const text = markdown.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  let result = '';
  let position = 0;
  for (const { start, end, isCode } of partsOf(text)) {
    result += singleTildeProse(text.slice(position, start));
    if (isCode) result += text.slice(start, end).replaceAll('[~', `[${gap}~`);
    position = end;
  }
  return result + singleTildeProse(text.slice(position));
}

function partsOf(text: string): Part[] {
  if (text.length > maxParsedLength) return [];
  const chunks = preprocess()(text, 'utf8', true);
  const events = postprocess(parse({ extensions }).document().write(chunks));
  return events.flatMap(([kind, { type, start, end }]): Part[] => {
    const part = { start: start.offset, end: end.offset };
    if (kind !== 'enter') return [];
    if (type === 'codeFlowValue' || type === 'codeTextData') return [{ ...part, isCode: true }];
    const isLanguage =
      type === 'codeFencedFenceInfo' && language.test(text.slice(part.start, part.end));
    const isInfo = type === 'codeFencedFenceInfo' || type === 'codeFencedFenceMeta';
    return isInfo && !isLanguage ? [{ ...part, isCode: false }] : [];
  });
}

function singleTildeProse(text: string): string {
  return text
    .replaceAll(/&(?:#0*64|#x0*40|commat);/gi, '@')
    .replaceAll(/@(?=[^\s\u200B])/g, `@${gap}`)
    .replaceAll(/<(?=[a-z/!?])/gi, `<${gap}`)
    .replaceAll('![', `!${gap}[`)
    .replaceAll('[~', `[${gap}~`)
    .replaceAll(']:', `]${gap}:`);
}
