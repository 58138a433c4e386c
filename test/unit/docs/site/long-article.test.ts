import { expect, it } from 'vitest';
import { articleParts } from '#core/docs/site/render/templates/long-article.ts';

it.each([
  [
    '<h1 id="a">A</h1>\n<h2 id="b">B</h2>\n<p>b</p>\n<h3 id="c">C</h3>\n<p>c</p>',
    ['<h1 id="a">A</h1>', '<h2 id="b">B</h2>\n<p>b</p>', '<h3 id="c">C</h3>\n<p>c</p>'],
  ],
  [
    '<h2 id="b">B</h2>\n<h3 id="c">C</h3>\n<p>c</p>\n<h3 id="d">D</h3>',
    ['', '<h2 id="b">B</h2>\n<h3 id="c">C</h3>\n<p>c</p>', '<h3 id="d">D</h3>'],
  ],
  [
    '<h2 id="b">B</h2>\n<ul>\n<li>\n<h3 id="c">C</h3></li>\n</ul>\n<blockquote>\n<h2 id="d">D</h2></blockquote>',
    [
      '',
      '<h2 id="b">B</h2>\n<ul>\n<li>\n<h3 id="c">C</h3></li>\n</ul>\n<blockquote>\n<h2 id="d">D</h2></blockquote>',
    ],
  ],
])('%j is cut at its own headings', (html, parts) => {
  const cut = articleParts(html).split(
    /<section class="part">|<\/section>\n(?:$|<section class="part">)/,
  );
  expect(cut.map((part) => part.trim()).filter((part, at) => at === 0 || part !== '')).toEqual(
    parts,
  );
});
