import { describe, expect, it } from 'vitest';
import { searchEntry } from '#core/docs/site/search/search-entry.ts';
import { renderMarkdown } from '#core/text/markdown/markdown.ts';

const rendered = (markdown: string) => renderMarkdown(markdown, { highlight: () => undefined });
const parts = (html: string) => html.split('<wbr>').length;

describe('long names', () => {
  it.each([
    [
      'Use `click.decorators.passMetaKey`.',
      '<code>click.<wbr>decorators.<wbr>pass<wbr>Meta<wbr>Key</code>',
    ],
    ['## HARBOUR_EXPERIMENTAL_MODE', 'HARBOUR_<wbr>EXPERIMENTAL_<wbr>MODE</h2>'],
    [
      '| a |\n| - |\n| src/commands/analysis.ts |',
      '<td>src/<wbr>commands/<wbr>analysis.<wbr>ts</td>',
    ],
    ['| a |\n| - |\n| [openSiteRepository](x.md) |', '>open<wbr>Site<wbr>Repository</a>'],
    ['`a<b&&HTTPServerConnection`', 'a&lt;b&amp;&amp;HTTPServer<wbr>Connection'],
  ])('break at dots, underscores, slashes and capitals: %s', (markdown, part) => {
    expect(rendered(markdown).html).toContain(part);
  });

  it.each([
    ['short ones', 'Use `openHarbour`.'],
    ['words of a sentence', 'HARBOUR_EXPERIMENTAL_MODE in text'],
    ['code blocks', '```ts\nclick.decorators.passMetaKey\n```'],
    ['addresses of links', '## [see](https://code.example/HARBOUR_EXPERIMENTAL_MODE)'],
    ['sentences in cells', '| a |\n| - |\n| every word of this is short enough |'],
  ])('do not break in %s', (_, markdown) => {
    expect(parts(rendered(markdown).html)).toBe(1);
  });

  it('are whole in headings and search', () => {
    const { html, headings } = rendered(
      '## HARBOUR_EXPERIMENTAL_MODE\n\n`a.decorators.passMetaKey`',
    );
    expect(headings).toEqual([
      { depth: 2, id: 'harbour_experimental_mode', text: 'HARBOUR_EXPERIMENTAL_MODE' },
    ]);
    const { sections } = searchEntry({ slug: 'a', title: 'A', group: 'G', html });
    expect(sections).toContain('"HARBOUR_EXPERIMENTAL_MODE","a.decorators.passMetaKey"');
  });
});
