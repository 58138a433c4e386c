import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Doc } from './declaration.ts';
import { commentAbove, type SourceFile } from './syntax.ts';

const remark =
  /^\s*(?:eslint|prettier|biome|@ts-|istanbul|c8|v8|tslint|#?region|#?endregion|<reference|[-=*#\s]*$)/;

/** The JSDoc or TSDoc comment above a node. */
export function scriptDoc(file: SourceFile, node: SyntaxNode): Doc {
  const comment = commentAbove(file, node);
  return comment === '' || remark.test(comment) ? noDoc : parseDoc(comment);
}

/** Text and tags, such as `@param`. */
export function parseDoc(comment: string): Doc {
  const tags: { tag: string; value: string }[] = [{ tag: 'description', value: '' }];
  let inFence = false;
  for (const line of comment.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    const [, tag, value = ''] = (!inFence && /^\s*@(\w+)\s*(.*)$/.exec(line)) || [];
    const last = tags.at(-1);
    if (tag !== undefined) tags.push({ tag, value });
    else if (last) last.value += `\n${line}`;
  }
  const of = (names: RegExp) =>
    tags.flatMap(({ tag, value }) => (names.test(tag) && value ? [value.trim()] : []));
  const deprecated = tags.find(({ tag }) => tag === 'deprecated');
  return {
    text: links(of(/^(?:description|remarks)$/).join('\n')),
    parameters: of(/^(?:param|arg|argument|property|prop)$/).flatMap((value) => {
      const [, name, about = ''] =
        /^\[?([\w$.]+)(?:\s*=[^\]]*)?\]?\s*(?:-\s*)?([\s\S]*)$/.exec(withoutType(value)) ?? [];
      return name === undefined ? [] : [{ name, text: inline(about) }];
    }),
    returns: inline(withoutType(of(/^returns?$/)[0] ?? '')),
    ...(deprecated && { deprecated: inline(deprecated.value) }),
    examples: of(/^example$/),
  };
}

/** `{type} name …` without the type, whose braces may be nested. */
function withoutType(value: string): string {
  let depth = 0;
  for (let at = 0; value.startsWith('{') && at < value.length; at++) {
    if (value[at] === '{') depth++;
    if (value[at] === '}' && --depth === 0) return value.slice(at + 1).trim();
  }
  return value;
}

function inline(text: string): string {
  return links(text).replace(/\s+/g, ' ').trim();
}

function links(text: string): string {
  return text.replace(/\{@(?:link|linkcode|linkplain|code)\s+([^{}|\s]+)[^{}]*\}/g, '`$1`');
}
