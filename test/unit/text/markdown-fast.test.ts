import fc from '#test/support/property.ts';
import { describe, expect, it } from 'vitest';
import { fastMarkup } from '#core/text/markdown/fast.ts';
import { renderMarkdown } from '#core/text/markdown/markdown.ts';
import { usualPage } from '#test/support/browser/usual-page.ts';
import { smallPage } from '#test/support/browser/small-page.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

/** Both ways, as compared: the faster one first. How much blank space ends a fence that nobody
 * closed is not. */
function both(markdown: string): [string, string] {
  const [fast, exact] = [false, true].map((isExact) => {
    const { html, headings, links } = renderMarkdown(markdown, { isExact });
    return JSON.stringify([html.replace(/\s+(?=<\/code>)/g, '').trim(), headings, links], null, 1);
  });
  return [fast as string, exact as string];
}

const words = [
  ...['word', 'Two words', 'a', 'snake_case', 'http', '3.5', 'né', '日本', 'a:b', 'x = y', 'a < b'],
  ...['&', 'R&D', '100%', '(', ')', '"', "'", '!', '!!', 'e-mail', 'i.e.', '#1', '|', '-', '+'],
  ...['`code`', '`a b`', '` padded `', '``two``', '`', '`*`', '`|`', '`<b>`', '`a_b`'],
  ...['**strong**', '*em*', '**a `b` c**', '*a [b](c.md) d*', '**', '*', '***', '_em_', '__s__'],
  ...[
    '**a',
    'b**',
    'a**b**c',
    '*(a)*',
    '(*a*)',
    '**a**.',
    '**a**b',
    '* a*',
    '*a *',
    '\\*',
    '~~a~~',
  ],
  ...['[a](b.md)', '[a b](b.md#c)', '[`a`](b)', '[**a**](https://x.example/y)', '[a](b "t")'],
  ...['[a]', '[a', 'a]', '[a](b', '[](b)', '![a](b)', '[a](<b c>)', '[a][b]', '[x](y)(z)', '[ ]'],
  ...['<b>', '<br>', '</p>', '<!-- c -->', '<https://x.example>', '&amp;', '&#60;', '&nope;'],
  ...[
    'https://x.example',
    'www.x.example',
    'me@x.example',
    'a\tb',
    'a\u00a0b',
    '\u2014',
    '  ',
    '\\',
  ],
];
const starts = [
  ...['', '', '', '', '# ', '## ', '### ', '#', '####### ', '- ', '- ', '* ', '+ ', '1. ', '2. '],
  ...['10. ', '1) ', '  - ', '  - ', '   - ', '    - ', '   1. ', '  ', '   ', '    ', '\t', '> '],
  ...[
    '> ',
    '>',
    '> - ',
    '> # ',
    '> > ',
    '| ',
    '- [ ] ',
    '- [x] ',
    '> ```\n> ',
    '[r]: ',
    ' ',
    '-\t',
  ],
];
const lines = [
  ...[
    '',
    '',
    '',
    '```',
    '```ts',
    '````',
    '~~~',
    '  ```',
    '   ```',
    ' ```js',
    '- ```',
    '---',
    '***',
  ],
  ...['===', '- - -', '| a | b |\n| - | - |\n| c | d |', '| a |\n| :-: |', '|---|---|', '| c |'],
  ...['> **Note** x', '> [!TIP]\n> x', '> **Warning:**\n>\n> x', '-', '1.', '>', '#', '   ', '\t'],
  ...['text\n===', 'text\n---', '<div>', '</div>', '```\n# not\n```', 'a | b\n- | -\nc | d'],
];

const line = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...starts),
        fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }),
      )
      .map(([start, parts]) => start + parts.join(' ')),
  },
  { weight: 2, arbitrary: fc.constantFrom(...lines) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((parts) => parts.join('')),
  },
);

describe('the faster way', () => {
  it('writes what the engine writes', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (parts) => {
        const [fast, exact] = both(parts.join('\n'));
        expect(fast).toBe(exact);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 1_500) },
    );
  });

  it.each([
    ['a documentation page', usualPage(1)],
    ['the sample', smallPage],
    ...xssCorpus.map((bad) => [bad, `# ${bad}\n\n${bad}\n\n- ${bad}\n\n| ${bad} |\n| - |\n`]),
  ])('writes what the engine writes of %j', (_, markdown) => {
    const [fast, exact] = both(markdown);
    expect(fast).toBe(exact);
  });

  it('needs no engine for most of a page', () => {
    const left: string[] = [];
    const pieces = { heading: () => '', code: () => '' };
    fastMarkup(usualPage(1), pieces, (text) => {
      left.push(text);
      return '';
    });
    expect(left.join('').length).toBeLessThan(usualPage(1).length / 10);
  });
});
