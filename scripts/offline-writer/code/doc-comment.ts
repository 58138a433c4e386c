import { noDoc, type Doc } from './declaration.ts';
import { commentAbove, isComment, withoutMarks, type SourceFile } from './syntax.ts';
import type { SyntaxNode } from '@lezer/common';

/** The JSDoc or TSDoc comment above a node. */
export function scriptDoc(file: SourceFile, node: SyntaxNode): Doc {
  const comment = commentAbove(file, node);
  return isRemark(comment) ? noDoc : parseDoc(comment);
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
    const isNamed = /^@(?:file|fileoverview|module|overview|packageDocumentation)\b/m.test(comment);
    const isLegal = /copyright|licen[cs]ed?\b|SPDX/i.test(comment.slice(0, 400));
    if ((isOwn || isNamed) && !isLegal && !isRemark(comment)) {
      return parseDoc(comment.replace(/^@(?:file|module|(?:file)?overview)\b ?/m, '')).text;
    }
    comment = '';
  }
  return '';
}

function isRemark(text: string): boolean {
  return /^\s*(?:eslint|prettier|biome|@ts-|istanbul|c8|v8|tslint|#?region|#?endregion|<reference|#!|[-=*#\s]*$)/.test(
    text,
  );
}

function parseDoc(comment: string): Doc {
  if (comment === '') return noDoc;
  const text: string[] = [];
  const tags: { tag: string; lines: string[] }[] = [];
  let inFence = false;
  for (const line of comment.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    const tag = inFence ? null : /^\s*@(\w+)\b\s?(.*)$/.exec(line);
    if (tag) tags.push({ tag: tag[1] as string, lines: [tag[2] as string] });
    else (tags.at(-1)?.lines ?? text).push(line);
  }
  const of = (...names: string[]) =>
    tags.filter(({ tag }) => names.includes(tag)).map(({ lines }) => lines.join('\n').trim());
  const parameters = of('param', 'arg', 'argument', 'property', 'prop').flatMap((value) => {
    const rest = withoutType(value);
    const parts = /^\[?([\w$.]+)(?:\s*=[^\]]*)?\]?\s*(?:-\s*)?([\s\S]*)$/.exec(rest);
    return parts ? [{ name: parts[1] as string, text: inline(parts[2] as string) }] : [];
  });
  const deprecated = of('deprecated')[0];
  return {
    text: links([...text, ...of('description', 'remarks')].join('\n').trim()),
    parameters,
    returns: inline(withoutType(of('returns', 'return')[0] ?? '')),
    deprecated: deprecated === undefined ? undefined : inline(deprecated),
    examples: of('example').filter((example) => example !== ''),
  };
}

/** `{type} name …` without the type, whose braces may be nested. */
function withoutType(value: string): string {
  if (!value.startsWith('{')) return value;
  let depth = 0;
  for (let at = 0; at < value.length; at++) {
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
