import { createHash } from 'node:crypto';
import type { createStarryNight as Create } from '@wooorm/starry-night';
import { grammars } from './grammars.ts';
import { escapeText } from '../escape.ts';
import type { Highlight } from '../markdown/markdown.ts';

/** Longer code is shown without colour: a grammar takes about a millisecond for eight lines. */
const maxCodeLength = 64 * 1024;
/** A line of minified code keeps a regular expression busy for seconds. */
const maxLineLength = 2_000;
const cachedBlocks = 2_000;
const maxCachedLength = 4 * 1024;

/**
 * Colours for code as GitHub has them: spans with the classes `pl-k`, `pl-s` and so on. Keep the
 * result: it is slow to make and fast to use. Blocks are cached.
 */
export async function highlighter(): Promise<Highlight> {
  // The package's own index imports its 600 grammars: 265 ms and 90 MB for nothing.
  const index = import.meta.resolve('@wooorm/starry-night');
  const library = (await import(new URL('./lib/index.js', index).href)) as {
    createStarryNight: typeof Create;
  };
  const starryNight = await library.createStarryNight(await grammars());
  const scopes = new Set(starryNight.scopes());
  const cache = new Map<string, string>();

  return (code, language) => {
    const scope = starryNight.flagToScope(language);
    if (scope === undefined || !scopes.has(scope)) return undefined;
    if (code.length > maxCodeLength || hasLongLine(code)) return undefined;
    const key = scope + createHash('sha256').update(code).digest('base64');
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const html = markupOf(starryNight.highlight(code, scope).children);
    const [oldest] = cache.keys();
    if (cache.size >= cachedBlocks && oldest !== undefined) cache.delete(oldest);
    if (code.length <= maxCachedLength) cache.set(key, html);
    return html;
  };
}

function hasLongLine(code: string): boolean {
  let start = 0;
  while (start < code.length) {
    const lineEnd = code.indexOf('\n', start);
    const end = lineEnd === -1 ? code.length : lineEnd;
    if (end - start > maxLineLength) return true;
    start = end + 1;
  }
  return false;
}

type Node = ReturnType<Awaited<ReturnType<typeof Create>>['highlight']>['children'][number];

function markupOf(nodes: readonly Node[]): string {
  const parts = nodes.map((node) => {
    if (node.type === 'text') return escapeText(node.value);
    if (node.type !== 'element') return '';
    const { className } = node.properties;
    const name = Array.isArray(className) ? className.join(' ') : '';
    return `<span class="${name}">${markupOf(node.children)}</span>`;
  });
  return parts.join('');
}
