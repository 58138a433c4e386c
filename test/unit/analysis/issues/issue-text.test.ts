import { describe, expect, it } from 'vitest';
import { issueText } from '#core/analysis/issues/tracker/text/issue-text.ts';
import fc from '#test/support/property.ts';

describe('the body of an issue', () => {
  it.each<[string, string]>([
    ['', ''],
    ['Two\nlines', 'Two lines'],
    ['## A *b*', 'h2. A _b_'],
    ['**a `b` c** ~~d~~', '*a {{b}} c* -d-'],
    [
      '[a](https://a.test/x?y=%7C) [b](javascript:alert(1)) ![c](http://c.test/c.png)',
      '[a|https://a.test/x?y=%7C] b [c|http://c.test/c.png]',
    ],
    ['```js\nlet a = {noformat};\n```', '{noformat}\nlet a = { noformat};\n{noformat}'],
    ['- a\n  1. b\n- c\n\n---\n> d', '* a\n*# b\n* c\n\n----\n\n{quote}\nd\n{quote}'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '{noformat}\n| a | b |\n|---|---|\n| 1 | 2 |\n{noformat}'],
    ['a <b>x</b> \\*y\\*', String.raw`a <b>x</b> \*y\*`],
    [
      '{panel} [~bob] !http://x.test/x.png! h|i C:\\\\dir -a',
      String.raw`\{panel\} \[\~bob\] \![http://x.test/x.png|http://x.test/x.png]\! h\|i C:&#92;dir \-a`,
    ],
  ])('%j is wiki text', (markdown, wiki) => {
    expect(issueText(markdown)).toBe(wiki);
  });

  it('is a text, whatever the Markdown is', () => {
    const piece = fc.oneof(
      fc.constantFrom('- ', '1. ', '> ', '# ', '```\n', '---\n', '| a |\n|-|\n', '\n\n', '  ', '`'),
      fc.constantFrom(
        '**',
        '_',
        '~~',
        '[a](',
        'https://a.test',
        ')',
        '<br>',
        '- [x] ',
        '&amp;',
        '\\',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const markdown = pieces.join('');
        expect(issueText(markdown)).toBeTypeOf('string');
      }),
      { numRuns: 500 },
    );
  });

  it.each(['x', '\u0000', '**a** ', '- a\n', '> ', '[', '- '.repeat(50), '`', '"'])(
    'is cut to what Jira takes: many %j',
    (part) => {
      const markdown = part.repeat(50_000 / part.length);
      const json = JSON.stringify(issueText(markdown, 'lantern-0123'));
      expect(json.length).toBeLessThanOrEqual(32_767);
      expect(json).toContain('lantern-0123');
    },
  );
});
