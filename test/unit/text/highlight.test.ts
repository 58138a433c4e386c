import { beforeAll, describe, expect, it } from 'vitest';
import { highlighter } from '#core/text/highlight/highlight.ts';
import { textOfHtml } from '#core/text/escape.ts';
import type { Highlight } from '#core/text/markdown/markdown.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

let highlight: Highlight;
beforeAll(async () => {
  highlight = await highlighter();
});

describe('highlight', () => {
  it.each<[language: string, code: string, html: string]>([
    ['json', '{"a": 1}', '&quot;a&quot;</span>: <span class="pl-c1">1</span>'],
    ['ts', 'const a = 1;', '<span class="pl-k">const</span> <span class="pl-c1">a</span>'],
    ['TypeScript', 'let x', '<span class="pl-k">let</span>'],
    ['py', 'def f(): pass', '<span class="pl-k">def</span> <span class="pl-en">f</span>'],
    ['sh', 'if true; then', '<span class="pl-k">if</span>'],
    ['console', '$ export A\n', '<span class="pl-k">export</span>'],
    ['c++', 'int a;', '<span class="pl-k">int</span>'],
    ['dockerfile', 'FROM x', '<span class="pl-k">FROM</span>'],
    ['toml', 'a = 1', '<span class="pl-c1">1</span>'],
    ['yml', 'a: true', '<span class="pl-ent">a</span>'],
  ])('colours %s', (language, code, html) => {
    expect(highlight(code, language)).toContain(html);
    expect(textOfHtml(highlight(code, language) ?? '')).toBe(code);
  });

  it.each([
    ['text', 'a'],
    ['nonsense', 'a'],
    ['constructor', 'a'],
    ['js', `${'a'.repeat(3_000)}\n`],
    ['js', 'a\n'.repeat(40_000)],
  ])('leaves %s alone that it does not know or that is too long', (language, code) => {
    expect(highlight(code, language)).toBeUndefined();
  });

  it.each(['html', 'js', 'php', 'yaml'])('escapes %s (S8)', (language) => {
    for (const bad of xssCorpus) {
      const html = highlight(bad, language) ?? '';
      expect(html.replace(/<span class="[\w -]+">|<\/span>/g, '')).not.toMatch(/[<>"]/);
      expect(textOfHtml(html)).toBe(bad);
    }
  });
});
