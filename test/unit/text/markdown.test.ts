import { describe, expect, it } from 'vitest';
import { resolveLinks } from '#core/text/markdown/finish.ts';
import { isTooHard, renderMarkdown } from '#core/text/markdown/markdown.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

const htmlOf = (markdown: string) => renderMarkdown(markdown).html.trim();

describe('headings', () => {
  it.each<[markdown: string, ids: string[]]>([
    ['# One\n\n## Two words\n\n### `code` and *more*', ['one', 'two-words', 'code-and-more']],
    ['# A\n# A\n# A-1\n# A', ['a', 'a-1', 'a-1-1', 'a-2']],
    ['## C++ & C#: "what?"', ['c--c-what']],
    ['Setext\n===\n\nOther\n---', ['setext', 'other']],
    ['# \n\n## !!!\n\n## ***', ['section', 'section-1', 'section-2']],
    ['## Überblick 日本語 🚀', ['überblick-日本語-']],
    ['## __proto__\n## constructor', ['proto', 'constructor']],
    ['## [a link](https://x.example) and ![pic](https://x.example/p.png)', ['a-link-and']],
    ['## "><script>pwned()</script>', ['scriptpwnedscript']],
    ['## trailing ##\n### a#b', ['trailing', 'ab']],
    ['## snake_case_name', ['snake_case_name']],
  ])('gives ids for %j', (markdown, ids) => {
    const { headings, html } = renderMarkdown(markdown);
    expect(headings.map(({ id }) => id)).toEqual(ids);
    for (const { depth, id } of headings) expect(html).toContain(`<h${depth} id="${id}">`);
  });
});

describe('markup', () => {
  it.each<[markdown: string, html: string]>([
    ['a<br>b<BR/>c', '<p>a<br />b<br />c</p>'],
    ['a <!-- hidden --> b', '<p>a  b</p>'],
    ['<div class="x">*a*</div>', '<p>&lt;div class=&quot;x&quot;&gt;<em>a</em>&lt;/div&gt;</p>'],
    ['~~gone~~', '<p><del>gone</del></p>'],
    [
      '- [x] a\n- [ ] b',
      '<ul>\n<li><input type="checkbox" disabled checked aria-label="done"> a</li>\n<li><input type="checkbox" disabled aria-label="to do"> b</li>\n</ul>',
    ],
    [
      '| a |\n| - |\n| `x\\|y` |',
      '<div class="table" role="group" aria-label="Table" tabindex="0">\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n</tr>\n</tbody>\n</table></div>',
    ],
    [
      '| | b |\n| :-: | - |\n| c | d |',
      '<div class="table" role="group" aria-label="Table" tabindex="0">\n<table>\n<thead>\n<tr>\n<td align="center"></td>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="center">c</td>\n<td>d</td>\n</tr>\n</tbody>\n</table></div>',
    ],
    ['> said', '<blockquote>\n<p>said</p>\n</blockquote>'],
    ['> **Note** hi\n> more', callout('note', 'Note', '\n<p>hi\nmore</p>')],
    ['> **Warning:** hi', callout('warning', 'Warning', '\n<p>hi</p>')],
    ['> **tip**\n> hi', callout('tip', 'Tip', '\n<p>hi</p>')],
    ['> **Danger**\n>\n> - a', callout('danger', 'Danger', '\n<ul>\n<li>a</li>\n</ul>')],
    ['> [!IMPORTANT]\n> hi', callout('important', 'Important', '\n<p>hi</p>')],
    ['> [!caution]\n> hi', callout('danger', 'Danger', '\n<p>hi</p>')],
    ['> **Noted** hi', '<blockquote>\n<p><strong>Noted</strong> hi</p>\n</blockquote>'],
    [
      '> [!NOTE]\n> a\n>\n> > b',
      callout('note', 'Note', '\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>'),
    ],
  ])('of %j', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  function callout(kind: string, title: string, rest: string): string {
    return `<aside class="callout ${kind}"><p class="callout-title">${title}</p>${rest}\n</aside>`;
  }
});

describe('code', () => {
  const code = (text: string, language?: string) =>
    `<div class="highlight"><pre tabindex="0"><code${language ? ` class="language-${language}"` : ''}>${text}</code></pre></div>`;

  it.each<[markdown: string, html: string]>([
    ['```\na < b\n```', code('a &lt; b\n')],
    ['```ts title="x"\n"a"\n\n```', code('&quot;a&quot;\n\n', 'ts')],
    ['~~~C++\nx', code('x\n', 'c++')],
    ['```"><script>\nx\n```', code('x\n')],
    ['```a"b\nx\n```', code('x\n', 'a')],
    ['```\n```', code('')],
    ['    indented &amp;', code('indented &amp;amp;\n')],
    ['- a\n\n  ```js\n  b\n  ```', `<ul>\n<li>\n<p>a</p>\n${code('b\n', 'js')}\n</li>\n</ul>`],
  ])('of %j', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  it('is coloured by the given highlighter, which sees it unescaped', () => {
    const seen: unknown[] = [];
    const highlight = (text: string, language: string) => {
      seen.push([text, language]);
      return language === 'ts' ? '<i>x</i>' : undefined;
    };
    const { html } = renderMarkdown('```ts\na && "b"\n```\n\n```zz\n<\n```', { highlight });
    expect(seen).toEqual([
      ['a && "b"\n', 'ts'],
      ['<\n', 'zz'],
    ]);
    expect(html.trim()).toBe(`${code('<i>x</i>', 'ts')}\n${code('&lt;\n', 'zz')}`);
  });
});

describe('links', () => {
  const resolve = (target: string) =>
    target === 'other.md#x' ? 'other.html#x' : target === '#here' ? '#here' : undefined;

  it.each<[markdown: string, html: string, dead: string[]]>([
    ['[a](https://x.example/?a=1&b=2)', web('https://x.example/?a=1&amp;b=2', 'a'), []],
    ['<https://x.example>', web('https://x.example', 'https://x.example'), []],
    ['<http://x.example>', 'http://x.example', ['http://x.example']],
    ['on http://localhost:80', 'on http://localhost:80', ['http://localhost:80']],
    ['see https://x.example.', `see ${web('https://x.example', 'https://x.example')}.`, []],
    ['[a](mailto:me@x.example)', '<a href="mailto:me@x.example">a</a>', []],
    ['[a](other.md#x "t")', '<a href="other.html#x" title="t">a</a>', []],
    ['[**a**](#here)', '<a href="#here"><strong>a</strong></a>', []],
    ['[a](gone.md) [b](#here)', 'a <a href="#here">b</a>', ['gone.md']],
    ['[a][r]\n\n[r]: gone.md', 'a', ['gone.md']],
    ['[a](javascript:pwned())', 'a', ['']],
    ['[a](JaVaScRiPt:pwned())', 'a', ['']],
    ['[a](java&#9;script:pwned())', 'a', ['']],
    ['[a](data:text/html,x)', 'a', ['']],
    ['[a](//evil.example/x)', 'a', ['//evil.example/x']],
    ['[a](https:\\\\evil.example)', 'a', ['https:%5Cevil.example']],
    ['[a](ftp://x.example)', 'a', ['']],
    ['[a](irc://x.example)', 'a', ['irc://x.example']],
    ['![a *b*](https://x.example/p.png)', picture('https://x.example/p.png', 'a b'), []],
    ['![](https://x.example/p.png)', picture('https://x.example/p.png', 'picture'), []],
    ['![a](p.png)', 'a', []],
    ['![a](http://x.example/p.png)', 'a', []],
    ['![a](data:image/png;base64,xx)', 'a', []],
    ['[![a](https://x.example/p.png)](https://y.example)', web('https://y.example', 'a'), []],
  ])('of %j', (markdown, html, dead) => {
    const { html: rendered, links } = renderMarkdown(markdown);
    const settled = resolveLinks(rendered, resolve);
    expect(settled.trim()).toBe(`<p>${html}</p>`);
    for (const target of dead) expect(links).toContain(target);
  });

  function web(href: string, text: string): string {
    return `<a href="${href}" rel="noopener noreferrer">${text}</a>`;
  }

  function picture(href: string, text: string): string {
    return `<a href="${href}" class="picture" rel="noopener noreferrer">${text}</a>`;
  }
});

it.each([
  ['comments', '<!--'.repeat(21), true],
  ['instructions', '<?a> '.repeat(21), true],
  ['sections', '<![CDATA[>'.repeat(21), true],
  ['declarations', '<!a '.repeat(21), true],
  ['comments before one that ends', `${'<!--\n'.repeat(21)}-->`, false],
  ['comments after one that ended', `<!-- -->${'<!--'.repeat(21)}`, true],
  ['comments with an end', '<!-- a -->\n'.repeat(1_000), false],
  ['comments of different paragraphs', '<!-- a\n\n'.repeat(1_000), false],
  ['quotations in quotations', '>'.repeat(60), true],
])('%s are too hard for the engine, whose time grows with the square: %#', (_, text, isHard) => {
  expect(isTooHard(text)).toBe(isHard);
});

describe('hostile text (S8)', () => {
  const allowed =
    /^<\/?(?:h[1-6]|p|em|strong|del|code|pre|ul|ol|li|blockquote|aside|div|table|thead|tbody|tr|t[hd]|a|br|wbr|hr|input)(?: (?:id|class|href|title|rel|role|aria-label|tabindex|align|start|type|disabled|checked)(?:="[^"<>]*")?)*(?: ?\/)?>$/;
  const frames = [
    (bad: string) => bad,
    (bad: string) => `# ${bad}`,
    (bad: string) => `[x](${bad})`,
    (bad: string) => `[x](<${bad}> "${bad}")`,
    (bad: string) => `![${bad}](${bad} "${bad}")`,
    (bad: string) => `[${bad}](https://x.example/${bad})`,
    (bad: string) => `[r]: ${bad} "${bad}"\n\n[r] [${bad}][r]`,
    (bad: string) => `\`${bad}\` **${bad}** ~~${bad}~~`,
    (bad: string) => `\`\`\`${bad}\n${bad}\n\`\`\``,
    (bad: string) => `> **Note** ${bad}\n> [!TIP] ${bad}`,
    (bad: string) => `| ${bad} | b |\n| - | - |\n| ${bad} | c |`,
    (bad: string) => `- [ ] ${bad}\n1. ${bad}`,
    (bad: string) => `<${bad}> https://x.example/${bad} www.${bad}`,
    (bad: string) => `<!-- ${bad} --> <br ${bad}> &lt;${bad}&gt;`,
  ];

  it.each(xssCorpus)('%j is never markup', (bad) => {
    for (const frame of frames) {
      const { html } = renderMarkdown(frame(bad), { highlight: (code) => escaped(code) });
      const settled = resolveLinks(html, () => '#');
      for (const [tag] of settled.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(allowed);
      for (const [, href] of settled.matchAll(/href="([^"]*)"/g)) {
        expect(href).toMatch(/^(?:https?:\/\/[^/]|mailto:|#)/i);
      }
    }
  });

  function escaped(text: string): string {
    return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  }
});
