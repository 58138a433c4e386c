import { describe, expect, it } from 'vitest';
import { html, trustedHtml, type HtmlValue } from '#core/web/html.ts';
import { prose } from '#core/web/parts/prose.ts';
import { localPath, safeUrl } from '#core/web/urls.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

describe('html', () => {
  // The templates below are the point, blanks and quotes included.
  // prettier-ignore
  const cases: [name: string, actual: { toString(): string }, expected: string][] = [
    ['plain text', html`<p>${'a'}</p>`, '<p>a</p>'],
    ['text', html`<p>${'<b>&"\'`'}</p>`, '<p>&#60;b&#62;&#38;&#34;&#39;&#96;</p>'],
    ['an attribute', html`<p title="${'" onclick="x'}"></p>`, '<p title="&#34; onclick=&#34;x"></p>'],
    ['a number', html`<p>${0}</p>`, '<p>0</p>'],
    ['nothing', html`<p>${false}${null}${undefined}</p>`, '<p></p>'],
    ['markup', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&#60;</b></p>'],
    ['a list', html`<p>${['<', html`<i></i>`]}</p>`, '<p>&#60;<i></i></p>'],
    ['trusted markup', html`<p>${trustedHtml('<hr>\n  a')}</p>`, '<p><hr>\n  a</p>'],
    ['no indentation of its own', html`<p>
      ${'a\n  b'}</p>`, '<p>\na\n  b</p>'],
    ['a whole attribute', html`<input ${html`disabled`}>`, '<input disabled>'],
    ['an absent attribute', html`<input ${false}>`, '<input >'],
    ['a good URL', html`<a href="${'/x?a=1&b=2'}"></a>`, '<a href="/x?a=1&#38;b=2"></a>'],
    ['a script URL', html`<a href="${'javascript:alert(1)'}"></a>`, '<a href="#"></a>'],
    ['a script URL apart', html`<a ${html`href="${'javascript:alert(1)'}"`}></a>`, '<a href="#"></a>'],
    ['a URL with its start', html`<a href="/docs/${'a"b'}"></a>`, '<a href="/docs/a&#34;b"></a>'],
    ['control characters', html`<p>${'a\u0000b\u001bc\nd'}</p>`, '<p>a\ufffdb\ufffdc\nd</p>'],
    ['marks that reverse text', html`<p data-x="${'\u202e'}">${'a\u202eb\u2066\u200f'}</p>`, '<p data-x="\u202e">a⟦U+202E⟧b⟦U+2066⟧\u200f</p>'],
    ['such marks in Markdown', prose('a\u202eb'), '<div class="prose"><p>a⟦U+202E⟧b</p>\n</div>'],
    ['a title', html`<title>${'</title><b>'}</title>`, '<title>&#60;/title&#62;&#60;b&#62;</title>'],
    ['text after > in quotes', html`<a title="a>b">${'<'}</a>`, '<a title="a>b">&#60;</a>'],
  ];
  it.each(cases)('writes %s (S8)', (_, actual, expected) => {
    expect(actual.toString()).toBe(expected);
  });

  // prettier-ignore
  const mistakes: [name: string, make: () => unknown][] = [
    ['an unquoted attribute', () => html`<p title=${'x'}></p>`],
    ['a single-quoted attribute', () => html`<p title='${'x'}'></p>`],
    ['an event handler', () => html`<p onclick="${'x'}"></p>`],
    ['a style', () => html`<p style="${'x'}"></p>`],
    ['a script', () => html`<script>${'x'}</script>`],
    ['a stylesheet', () => html`<style>${'x'}</style>`],
    ['a comment', () => html`<!-- ${'x'} -->`],
    ['a tag name', () => html`<${'x'}></p>`],
    ['text among attributes', () => html`<p ${'onclick=x'}></p>`],
    ['an unsettled scheme', () => html`<a href="${'javascript'}${':alert(1)'}"></a>`],
    ['a harmful scheme', () => html`<a href="javascript:${'x'}"></a>`],
    ['markup in an attribute', () => html`<p title="${html`<b></b>`}"></p>`],
    ['a look-alike of markup', () => html`<p>${{ toString: () => '<b>' } as unknown as HtmlValue}</p>`],
    ['true', () => html`<p>${true as unknown as HtmlValue}</p>`],
  ];
  it.each(mistakes)('refuses %s (S8)', (_, make) => {
    expect(make).toThrow(/^html:/);
  });

  it.each(xssCorpus)('leaves no tag, quote or backtick of %j (S8)', (attack) => {
    expect(html`${attack}`.toString()).not.toMatch(/[<>"'`]/);
    expect(html`<i title="${attack}"></i>`.toString()).toMatch(/^<i title="[^<>"'`]*"><\/i>$/);
  });
});

describe('safeUrl', () => {
  it.each([
    'https://a.example/b',
    'http://a.example',
    'mailto:a@b.example',
    '/a',
    'a/b:c',
    '#a:b',
    '?a=b:c',
    '',
    'HTTPS://a.example',
  ])('lets %j be', (url) => {
    expect(safeUrl(url)).toBe(url);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0000javascript:alert(1)',
    '\u00adjavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:x',
    'file:///etc/passwd',
    'javascript&colon;alert(1):',
    'view-source:x',
  ])('replaces %j (S8)', (url) => {
    expect(safeUrl(url)).toBe('#');
  });
});

describe('localPath', () => {
  it.each(['/', '/a/b?c=d#e', '/a//b', '/%2f%2fevil.example'])('lets %j be', (path) => {
    expect(localPath(path)).toBe(path);
  });
  it('gives what a header can carry', () => {
    expect(localPath('/日本?ö#ü')).toBe('/%E6%97%A5%E6%9C%AC?%C3%B6#%C3%BC');
  });
  it.each([
    undefined,
    '',
    'a',
    '//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\\b',
    '/a\r\nset-cookie: x',
  ])('falls back for %j', (path) => {
    expect(localPath(path, '/home')).toBe('/home');
  });
});
