import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Doc } from './declaration.ts';
import { commentAbove, isComment, withoutMarks, type SourceFile } from './syntax.ts';

const remark =
  /^\s*(?:eslint|prettier|biome|@ts-|istanbul|c8|v8|tslint|#?region|#?endregion|<reference|[-=*#\s]*$)/;
const fileTag = /^@(?:file|fileoverview|module|overview|packageDocumentation)\b ?/m;

/** The JSDoc or TSDoc comment above a node. */
export function scriptDoc(file: SourceFile, node: SyntaxNode): Doc {
  const comment = commentAbove(file, node);
  return remark.test(comment) ? noDoc : parseDoc(comment);
}

/** The comment at the top of a file, without licence headers and remarks for tools. */
export function fileComment({ nodes, text }: SourceFile): string {
  let comment = '';
  for (const [at, node] of nodes.slice(0, 40).entries()) {
    if (!isComment(node)) return '';
    const next = nodes[at + 1];
    const gap = text.slice(node.to, next?.from ?? node.to);
    comment += `${withoutMarks(text.slice(node.from, node.to))}\n`;
    const isOwn = /\n\s*\n/.test(gap) || next?.name === 'ImportDeclaration';
    if (!isOwn && next && isComment(next)) continue;
    const isLegal = /copyright|licen[cs]ed?\b|SPDX/i.test(comment.slice(0, 400));
    if ((isOwn || fileTag.test(comment)) && !isLegal && !remark.test(comment)) {
      return parseDoc(comment.replace(fileTag, '')).text;
    }
    comment = '';
  }
  return '';
}

function parseDoc(comment: string): Doc {
  const [text = '', ...parts] = splitTags(comment);
  const tags = parts.map((part) => {
    const [, tag = '', value = ''] = /^@(\w+)\s*([\s\S]*)$/.exec(part) ?? [];
    return { tag, value: value.trim() };
  });
  const of = (names: RegExp) => tags.flatMap(({ tag, value }) => (names.test(tag) ? [value] : []));
  const deprecated = of(/^deprecated$/)[0];
  return {
    text: links([text, ...of(/^(?:description|remarks)$/)].join('\n').trim()),
    parameters: of(/^(?:param|arg|argument|property|prop)$/).flatMap((value) => {
      const [, name, about = ''] =
        /^\[?([\w$.]+)(?:\s*=[^\]]*)?\]?\s*(?:-\s*)?([\s\S]*)$/.exec(withoutType(value)) ?? [];
      return name === undefined ? [] : [{ name, text: inline(about) }];
    }),
    returns: inline(withoutType(of(/^returns?$/)[0] ?? '')),
    ...(deprecated !== undefined && { deprecated: inline(deprecated) }),
    examples: of(/^example$/).filter(Boolean),
  };
}

/** The text before the first tag, and each tag. A line of code may begin with `@` too. */
function splitTags(comment: string): string[] {
  const parts = [''];
  let inFence = false;
  for (const line of comment.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    if (!inFence && /^\s*@\w/.test(line)) parts.push(line.trimStart());
    else parts[parts.length - 1] += `\n${line}`;
  }
  return parts;
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
