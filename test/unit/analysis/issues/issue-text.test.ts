import { describe, expect, it } from 'vitest';
import { issueText } from '#core/analysis/issues/tracker/text/issue-text.ts';
import { documentProblem } from '#test/support/analysis/jira/document.ts';
import fc from '#test/support/property.ts';

const cloud = (markdown: string) => issueText(markdown, { isCloud: true });
const server = (markdown: string) => issueText(markdown, { isCloud: false });
const blocks = (markdown: string) => (cloud(markdown) as { content: unknown[] }).content;
const text = (value: string, ...marks: object[]) => ({
  ...{ type: 'text', text: value },
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const link = (href: string) => ({ type: 'link', attrs: { href } });

describe('the body of an issue', () => {
  it.each<[string, object[], string]>([
    ['', [], ''],
    ['Two\nlines', [paragraph(text('Two lines'))], 'Two lines'],
    [
      '## A *b*',
      [{ type: 'heading', attrs: { level: 2 }, content: [text('A '), text('b', { type: 'em' })] }],
      'h2. A _b_',
    ],
    [
      '**a `b` c** ~~d~~',
      [
        paragraph(
          text('a ', { type: 'strong' }),
          text('b', { type: 'code' }),
          text(' c', { type: 'strong' }),
          text(' '),
          text('d', { type: 'strike' }),
        ),
      ],
      '*a {{b}} c* -d-',
    ],
    [
      '[a](https://a.test/x?y=%7C) [b](javascript:alert(1)) ![c](http://c.test/c.png)',
      [
        paragraph(
          text('a', link('https://a.test/x?y=%7C')),
          text(' '),
          text('b'),
          text(' '),
          text('c', link('http://c.test/c.png')),
        ),
      ],
      '[a|https://a.test/x?y=%7C] b [c|http://c.test/c.png]',
    ],
    [
      '```js\nlet a = {noformat};\n```',
      [{ type: 'codeBlock', content: [text('let a = {noformat};')] }],
      '{noformat}\nlet a = { noformat};\n{noformat}',
    ],
    [
      '- a\n  1. b\n- c\n\n---\n> d',
      [
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [
                paragraph(text('a')),
                {
                  type: 'orderedList',
                  content: [{ type: 'listItem', content: [paragraph(text('b'))] }],
                },
              ],
            },
            { type: 'listItem', content: [paragraph(text('c'))] },
          ],
        },
        { type: 'rule' },
        { type: 'blockquote', content: [paragraph(text('d'))] },
      ],
      '* a\n*# b\n* c\n\n----\n\n{quote}\nd\n{quote}',
    ],
    [
      '| a | b |\n|---|---|\n| 1 | 2 |',
      [{ type: 'codeBlock', content: [text('| a | b |\n|---|---|\n| 1 | 2 |')] }],
      '{noformat}\n| a | b |\n|---|---|\n| 1 | 2 |\n{noformat}',
    ],
    ['a <b>x</b> \\*y\\*', [paragraph(text('a <b>x</b> *y*'))], String.raw`a <b>x</b> \*y\*`],
    [
      '{panel} [~bob] !http://x.test/x.png! h|i C:\\\\dir -a',
      [
        paragraph(
          text('{panel} [~bob] !'),
          text('http://x.test/x.png', link('http://x.test/x.png')),
          text('! h|i C:\\dir -a'),
        ),
      ],
      String.raw`\{panel\} \[\~bob\] \![http://x.test/x.png|http://x.test/x.png]\! h\|i C:&#92;dir \-a`,
    ],
  ])('%j is a document and wiki text', (markdown, document, wiki) => {
    expect(blocks(markdown)).toEqual(document);
    expect(documentProblem(cloud(markdown))).toBeUndefined();
    expect(server(markdown)).toBe(wiki);
  });

  it('is a document that Jira takes, whatever the Markdown is', () => {
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
        expect(documentProblem(cloud(markdown))).toBeUndefined();
        expect(server(markdown)).toBeTypeOf('string');
      }),
      { numRuns: 500 },
    );
  });

  it.each(['x', '\u0000', '**a** ', '- a\n', '> ', '[', '- '.repeat(50), '`', '"'])(
    'is cut to what Jira takes: many %j',
    (part) => {
      const markdown = part.repeat(50_000 / part.length);
      for (const isCloud of [true, false]) {
        const result = issueText(markdown, { isCloud, lastLine: 'lantern-0123' });
        const json = JSON.stringify(result);
        expect(json.length).toBeLessThanOrEqual(32_767);
        expect(json).toContain('lantern-0123');
        if (isCloud) expect(documentProblem(result)).toBeUndefined();
      }
    },
  );
});
