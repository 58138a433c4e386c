import { noDoc, type Doc } from './declaration.ts';
import { parseDoc } from './doc-comment.ts';

const banner = /^[-=*#~_\s]*$|\bcopyright\b|\blicen[sc]e[ds]?\b|SPDX/i;
const dropped =
  /^[ \t]*[\\@](?:file|defgroup|ingroup|addtogroup|name|author|date|version|copyright|headerfile|internal|[{}]).*$/gm;
const paragraphs =
  /^[ \t]*[\\@](note|warning|attention|remarks?|pre|post|since|sa|see|bug|todo)\b[ \t]*/gm;

/** A comment of C, with or without the commands of Doxygen. */
export function doxygen(comment: string): Doc {
  if (banner.test(comment.slice(0, 400))) return noDoc;
  const fenced = comment
    .replace(
      /[\\@](?:code|verbatim)(?:\{\.?\w+\})?[ \t]*\n?([^]*?)(?:[\\@]end(?:code|verbatim)|$(?![^]))/g,
      (_, code: string) => `\n\`\`\`c\n${code.trimEnd()}\n\`\`\`\n`,
    )
    .replace(dropped, '');
  const text = fenced
    .replace(/[\\@](?:brief|short|details|internal|par)\b[ \t]*/g, '')
    .replace(/[\\@]param\s*\[[\w, ]{1,12}\]/g, '@param')
    .replace(
      /[\\@](param|tparam|returns?|deprecated)\b/g,
      (_, tag: string) => `@${tag.replace('tp', 'p')}`,
    )
    .replace(/[\\@]retval[ \t]+(\S+)/g, '- `$1`:')
    .replace(/[\\@](?:c|p|ref|link)[ \t]+([^\s,;]*[^\s,;.:])/g, '`$1`')
    .replace(/[\\@](?:a|e|em|b)[ \t]+(\w+)/g, '*$1*')
    .replace(
      paragraphs,
      (_, tag: string) => `\n**${tag.charAt(0).toUpperCase()}${tag.slice(1)}:** `,
    )
    .replace(/[\\@](?:li|arg)\b/g, '-')
    .replace(/(?<![*\w\\])\*(?=[A-Za-z_]+(?![\w*]))/g, '\\*');
  const doc = parseDoc(text);
  const isEmpty = doc.text === '' && doc.parameters.length === 0 && doc.returns === '';
  return isEmpty && doc.deprecated === undefined ? noDoc : { ...doc, text: doc.text.trim() };
}
