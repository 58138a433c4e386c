import { describe, expect, it } from 'vitest';
import { memoryRepository } from '#test/support/webhook/memory-repository.ts';
import { offlineSite } from '#test/support/docs/offline-site.ts';

const lines = (...text: string[]) => text.join('\n');
const prose = 'Enough words to be worth a page.';

/** The page that a guide with this text gets, without title and source. */
function page(path: string, text: string, files: Record<string, string> = {}): string {
  const { pages } = offlineSite(memoryRepository({ ...files, [path]: text }));
  const own =
    [...pages.values()].find((each) => each.includes(`\nUSED FILES:\n\n- ${path}\n`)) ?? '';
  return own.replace(/^# .*\n\n/, '').replace(/\n\nUSED FILES:[^]*$/, '');
}

const rst = (...text: string[]) => page('docs/a.rst', lines('Title', '=====', '', ...text));
const md = (...text: string[]) => page('docs/a.md', lines('# Title', '', ...text));

describe('a guide', () => {
  it('keeps a paragraph that is one long line', () => {
    const long = Array.from({ length: 240 }, (_, at) => `The sentence ${at} has nine words.`);
    const text = `${long.join(' ')} ${'word '.repeat(700)}end.`;
    expect(md(text).replace(/\n/g, ' ')).toBe(text);
    expect(md(text).split('\n').length).toBeGreaterThan(2);
    expect(md('x'.repeat(9_000))).toBe(`${'x'.repeat(1_000)} …`);
  });

  it('names the files that it links to from the root of the repository', () => {
    expect(md(`${prose} See [the readme](../README.md#use) and [it](./b/c.ts).`)).toBe(
      `${prose} See the readme (\`README.md\`) and it (\`docs/b/c.ts\`).`,
    );
  });
});

describe('reStructuredText becomes Markdown', () => {
  it.each<[string, string[], string]>([
    [
      'headings by the order of their underlines',
      [prose, '', 'One', '~~~~', prose, '', 'Two', '^^^', prose, '', 'Three', '~~~~~', prose],
      lines(prose, '', '## One', '', prose, '', '### Two', '', prose, '', '## Three', '', prose),
    ],
    [
      'notes',
      ['.. warning:: Mind the gap', '   between the words.', '', prose],
      lines('> [!WARNING]', '> Mind the gap between the words.', '', prose),
    ],
    [
      'an admonition with a title of its own',
      ['.. admonition:: Why', '', `    ${prose}`],
      lines('> [!NOTE]', '> **Why**', '>', `> ${prose}`),
    ],
    [
      'code with its language, and without the options of the directive',
      ['.. code-block:: python', '   :linenos:', '', '   a = 1', '', '   b = 2', '', prose],
      lines('```python', 'a = 1', '', 'b = 2', '```', '', prose),
    ],
    [
      'literal blocks',
      ['.. highlight:: sh', '', `${prose} Run::`, '', '    make', '', '::', '', '    plain'],
      lines(`${prose} Run:`, '', '```sh', 'make', '```', '', '```sh', 'plain', '```'),
    ],
    [
      'versions',
      ['.. versionadded:: 2.0', '', '.. versionchanged:: 3.1', '   Faster ``run``.', '', prose],
      lines('*Added in version 2.0.*', '', '*Changed in version 3.1:* Faster `run`.', '', prose),
    ],
    [
      'roles, literals and links',
      [
        'Call :func:`~shop.Cart.add` or :class:`Cart` with ``a|b``, see :pep:`8`, `the site',
        '<https://web.test>`_ and Docs_. Not bold: __init__. A `name`.',
        '',
        '.. _Docs: https://docs.test/a',
      ],
      'Call `add()` or `Cart` with `a|b`, see PEP 8, [the site](https://web.test) and ' +
        '[Docs](https://docs.test/a). Not bold: \\_\\_init\\_\\_. A `name`.',
    ],
    [
      'lists in lists, and terms',
      ['-   One', '', '    #. Inner', '    #. Other', '-   Two', '', 'Term', '    Its meaning.'],
      lines(
        '- One',
        '',
        '  1. Inner',
        '  1. Other',
        '- Two',
        '',
        '- **Term**',
        '',
        '  Its meaning.',
      ),
    ],
    [
      'described objects, with what is inside',
      [
        '.. class:: Cart(size)',
        '',
        '   Holds things until they are bought.',
        '',
        '   .. method:: add(item)',
        '',
        '      Adds.',
      ],
      lines(
        '**`Cart(size)`**',
        '',
        'Holds things until they are bought.',
        '',
        '**`add(item)`**',
        '',
        'Adds.',
      ),
    ],
    [
      'tables as they are drawn',
      ['+---+---+', '| A | B |', '+---+---+', '', '==  ==', '1   x', '    y', '==  ==', '', prose],
      lines(
        ...['```', '+---+---+', '| A | B |', '+---+---+', '```', ''],
        ...['```', '==  ==', '1   x', '    y', '==  ==', '```', '', prose],
      ),
    ],
    [
      'tables of lists',
      [
        '.. list-table::',
        '   :header-rows: 1',
        '',
        '   * - A',
        '     - B',
        '   * - :class:`X`',
        '     - long',
        '       text',
        '',
        prose,
      ],
      lines('| A | B |', '| --- | --- |', '| `X` | long text |', '', prose),
    ],
    [
      'footnotes and substitutions',
      [`${prose} [1]_ |v|`, '', '.. [1] Said |v|.', '', '.. |v| replace:: twice'],
      lines(`${prose} \\[1\\] twice`, '', '\\[1\\] Said twice.'),
    ],
    [
      'nothing of what is only for Sphinx',
      [
        ...[
          ':orphan:',
          '',
          '.. toctree::',
          '   :maxdepth: 2',
          '',
          '   other',
          '',
          '.. automodule:: shop',
        ],
        ...[
          '   :members:',
          '',
          '.. image:: a.png',
          '   :alt: A',
          '',
          '.. _label:',
          '',
          '.. A comment',
          '',
          prose,
        ],
      ],
      prose,
    ],
  ])('%s', (_, text, expected) => {
    expect(rst(...text)).toBe(expected);
  });
});

describe('dialects of Markdown become Markdown', () => {
  it.each<[string, string[], string]>([
    ['MyST labels, comments and attributes', ['(label)=', '% secret', '{.wide}', prose], prose],
    [
      'MyST roles, not in code',
      [`{class}\`Cart\`, {func}\`~a.run\`, {term}\`x\`, \`\`{ref}\`a\`\`\`. ${prose}`],
      `\`Cart\`, \`run()\`, x, \`\`{ref}\`a\`\`\`. ${prose}`,
    ],
    [
      'MyST fences',
      ['```{note}', ':class: wide', '', prose, '```', '', '```{versionadded} 4.0', '```'],
      lines('> [!NOTE]', `> ${prose}`, '', '*Added in version 4.0.*'),
    ],
    [
      'fences in fences',
      ['````{caution}', prose, '', '```python', 'a', '```', '````'],
      lines('> [!WARNING]', `> ${prose}`, '>', '> ```python', '> a', '> ```'),
    ],
    [
      'reStructuredText inside',
      [
        '```{eval-rst}',
        '.. click:example::',
        '',
        '    run()',
        '',
        '.. currentmodule:: a',
        '```',
        prose,
      ],
      lines('```python', 'run()', '```', '', prose),
    ],
    [
      'code in notes, as it is',
      ['> **Note**', '>', '> ```ts', '> let a: Map<string, [b](c)>;', '> ```', '', prose],
      lines('> **Note**', '>', '> ```ts', '> let a: Map<string, [b](c)>;', '> ```', '', prose),
    ],
    [
      'fences of colons, in each other',
      [':::{note}', 'One', '', ':::{tip}', prose, ':::', ':::'],
      lines('> [!NOTE]', '> One', '>', '> > [!TIP]', `> > ${prose}`),
    ],
    [
      'Docusaurus',
      [
        "import Tabs from '@theme/Tabs';",
        '',
        ':::tip[Do this]',
        prose,
        ':::',
        '',
        '<Tabs>',
        prose,
        '</Tabs>',
      ],
      lines('> [!TIP]', '> **Do this**', '>', `> ${prose}`, '', prose),
    ],
    [
      'MkDocs',
      [
        '!!! warning "Careful"',
        `    ${prose}`,
        '',
        '=== "Linux"',
        '',
        '    ```sh',
        '    run',
        '    ```',
      ],
      lines(
        '> [!WARNING]',
        '> **Careful**',
        '>',
        `> ${prose}`,
        '',
        '**Linux**',
        '',
        '```sh',
        'run',
        '```',
      ),
    ],
    [
      'Hugo and Liquid',
      ['{{< toc >}}', `${prose} {{% x %}}\`{{< y >}}\``, '{% include a %}'],
      `${prose} \`{{< y >}}\``,
    ],
    ['headings with ids', [prose, '## Part {#own}', prose], lines(prose, '## Part', prose)],
    [
      'footnotes',
      [`${prose}[^1]`, '', '[^1]: Said.'],
      lines(`${prose}\\[1\\]`, '', '\\[1\\] Said.'),
    ],
    [
      'pictures, except for what they say',
      [
        '![](a.png)',
        '![logo](a.png)',
        '![How a request travels through the queue](b.png)',
        '',
        prose,
      ],
      lines('*How a request travels through the queue*', '', prose),
    ],
  ])('%s', (_, text, expected) => {
    expect(md(...text)).toBe(expected);
  });

  it('without its front matter, which may have the title', () => {
    const { plan, pages } = offlineSite(
      memoryRepository({
        'docs/a.md': lines('---', 'title: "Named: so"', 'tags: [x]', '---', prose),
        'docs/b.md': lines('+++', 'title = "Hugo"', '+++', prose),
        'docs/c.md': lines('---', 'title: [', '---', '# Broken', prose),
      }),
    );
    const titles = plan.navigation.flatMap((group) => group.pages.map(({ title }) => title));
    expect(titles).toEqual(['Overview', 'Named: so', 'Hugo', 'Broken']);
    for (const text of pages.values()) expect(text).not.toMatch(/^(?:---|\+\+\+|tags)/m);
  });
});

describe('links between guides', () => {
  const other = lines(
    'Other',
    '=====',
    '',
    prose,
    '',
    '.. _Deep-One:',
    '',
    'Deep part',
    '---------',
    prose,
  );
  const files = { 'docs/sub/other.rst': other, 'src/x.py': 'a = 1' };
  it.each<[string, string, string]>([
    ['docs/a.rst', 'See :doc:`sub/other`.', '[Other](sub-other.md)'],
    ['docs/a.rst', 'See :doc:`it </sub/other>`.', '[it](sub-other.md)'],
    ['docs/a.rst', 'See :ref:`deep-one`.', '[Deep part](sub-other.md#deep-part)'],
    ['docs/a.md', 'See {ref}`that <deep-one>`.', '[that](sub-other.md#deep-part)'],
    ['docs/a.md', 'See [that](sub/other.rst#deep-part).', '[that](sub-other.md#deep-part)'],
    ['docs/a.md', 'See [that](./sub/other).', '[that](sub-other.md)'],
    ['docs/a.md', 'See [that]({{< relref "sub/other" >}}).', '[that](sub-other.md)'],
    ['docs/a.md', 'See [code](../src/x.py).', 'code (`src/x.py`)'],
    ['docs/a.md', 'See {ref}`un-known`.', 'See un known.'],
    [
      'docs/a.md',
      'See [below](#part) or [not](#gone).\n\n## Part\n\nIt.',
      '[below](#part) or not.',
    ],
  ])('%s: %s', (path, text, expected) => {
    const title = path.endsWith('.rst') ? 'Title\n=====\n\n' : '# Title\n\n';
    expect(page(path, `${title}${prose}\n\n${text}`, files)).toContain(expected);
  });
});

it.each<[string, string, string]>([
  ['the label of a link to a file', 'See [the other file](other.txt).', 'See the other file.'],
  [
    'whole words',
    `${'words and '.repeat(13)}a, considerable sentence`,
    `${'words and '.repeat(13)}a…`,
  ],
])('describes a guide with %s', (_, text, description) => {
  const files = { 'docs/a.md': lines('# Title', '', text, '', prose), 'other.txt': 'x' };
  const { plan } = offlineSite(memoryRepository(files));
  const guide = plan.navigation
    .flatMap(({ pages }) => pages)
    .find(({ title }) => title === 'Title');
  expect(guide?.description).toBe(description);
});

describe('the order of guides', () => {
  const guide = (title: string) => `# ${title}\n\n${prose}\n`;
  const docs = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [`docs/${name}.md`, guide(name.replace(/.*\//, ''))]));
  const weighted = (weight: string) => `---\n${weight}\n---\n${guide(weight)}`;
  it.each<[string, Record<string, string>, string]>([
    ['names, when nothing says another', docs('b', 'a'), 'a b'],
    ['numbers before names', docs('10-x', '2-y', '1-z'), 'z y x'],
    [
      'weights of files and of folders',
      {
        ...{ 'docs/a.md': weighted('weight: 3'), 'docs/b.md': weighted('sidebar_position: 1') },
        ...{ 'docs/c/_index.md': weighted('weight: 2'), ...docs('c/d') },
      },
      'b c c-d a',
    ],
    [
      'MkDocs',
      {
        ...docs('a', 'b', 'c'),
        'mkdocs.yml': 'nav:\n  - C: c.md\n  - More:\n      - b.md\ntheme: a.md',
      },
      'c b a',
    ],
    [
      'the sidebar of Docusaurus, read as data',
      {
        ...docs('a', 'b', 'g/c'),
        'website/sidebars.js': "module.exports = { docs: ['g/c', { type: 'doc', id: 'b' }] };",
      },
      'g-c b a',
    ],
    [
      'a table of contents',
      { ...docs('a', 'b'), 'docs/SUMMARY.md': '* [B](b.md)\n* [A](a.md)' },
      'b a',
    ],
    [
      'toctrees, also of those that they name',
      {
        ...docs('a', 'b', 'c'),
        'docs/index.rst': 'Hi\n==\n\n.. toctree::\n   :caption: X\n\n   c\n   Named <b/index>\n',
        'docs/b/index.md': `# B\n\n${prose}\n\n\`\`\`{toctree}\n:maxdepth: 1\n\nz\ny\n\`\`\`\n`,
        ...docs('b/y', 'b/z'),
      },
      'c b b-z b-y a b-2',
    ],
    [
      'links of the README to texts beside it, and of those',
      {
        'README.md': `# X\n\n${prose} [two](two.md) [one](./one.md) [how](CONTRIBUTING.md)\n`,
        ...{
          'one.md': guide('one'),
          'two.md': `${guide('two')}[c](three.md)`,
          'three.md': guide('three'),
        },
        ...{ 'four.md': guide('four'), 'CONTRIBUTING.md': guide('how') },
      },
      'two one three',
    ],
    [
      'other places',
      {
        'site/content/a.md': guide('a'),
        'website/docs/b.md': guide('b'),
        'guides/c.rst': lines('C', '=', prose),
      },
      'c a b',
    ],
    [
      'no start page, drafts and pages of names alone',
      {
        ...docs('a'),
        'docs/w.md': `---\nslug: /\n---\n${prose}`,
        'docs/d.md': `---\ndraft: true\n---\n${prose}`,
        'docs/n.rst': lines('Names', '=====', '', '.. autoclass:: OneLongNameOfAClass', ''),
      },
      'a',
    ],
    [
      'no translations, partials, tests and empty pages',
      { ...docs('a', 'zh/a', '_x/b', 'tests/c'), 'docs/e.md': '# E\n' },
      'a',
    ],
  ])('%s', (_, files, expected) => {
    const { plan } = offlineSite(memoryRepository(files));
    const guides = plan.navigation.find(({ group }) => group === 'Guides')?.pages ?? [];
    expect(guides.map(({ slug }) => slug).join(' ')).toBe(expected);
  });

  it('begins with what a beginner reads, and ends with the project', () => {
    const files = {
      ...docs('api', 'advanced', 'install', 'quickstart', 'tutorial', 'releasing'),
      'CHANGELOG.md': `# Changelog\n\n## 1.0\n\n${prose}`,
    };
    const { plan } = offlineSite(memoryRepository(files));
    expect(
      plan.navigation.map(({ group, pages }) => [group, pages.map(({ slug }) => slug).join(' ')]),
    ).toEqual([
      ['Getting started', 'overview install quickstart tutorial'],
      ['Guides', 'advanced'],
      ['Reference', 'api changelog'],
      ['Development', 'releasing'],
    ]);
  });

  it('has Go sources in doc/ as a package, not as guides', () => {
    const files = {
      'go.mod': 'module a.test/x\n',
      'doc/a.go': '// Package doc writes.\npackage doc\n\n// Write writes.\nfunc Write() {}\n',
      'doc/notes.md': guide('Notes'),
    };
    const slugs = offlineSite(memoryRepository(files)).plan.navigation.flatMap(({ pages }) =>
      pages.map(({ slug }) => slug),
    );
    expect(slugs).toContain('api-x-doc');
    expect(slugs).not.toContain('notes');
  });
});

it('titles guides below the same first heading by their next one, else by their file', () => {
  const guide = (below: string) =>
    `<h1 align="center">Shop</h1>\n\n${below}\n\nEnough words to be worth a page.\n`;
  const { plan } = offlineSite(
    memoryRepository({
      'README.md': '# Shop\n\n<img alt="Shop"\n  src="x.png">\n\nIt sells things.\n',
      'docs/Hooks.md': guide('## Hooks of a shop'),
      'docs/Server.md': guide('## Server'),
      'docs/Plain-Words.md': guide(''),
    }),
  );
  const guides = plan.navigation.find(({ group }) => group === 'Guides')?.pages ?? [];
  expect(guides.map(({ title }) => title)).toEqual(['Hooks of a shop', 'Plain words', 'Server']);
  expect(plan.tagline).toBe('It sells things.');
});
