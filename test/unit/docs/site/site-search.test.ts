import { describe, expect, it } from 'vitest';
import { type SearchEntry, searchEntry } from '#core/docs/site/search/search-entry.ts';
import { pageFile, searchFiles } from '#core/docs/site/search/search-files.ts';
import { searchIndex } from '#core/docs/site/search/search-query.ts';
import { simpleEntry, simpleIndex } from '#core/docs/site/search/search-simple.ts';
import type { SiteFile } from '#core/docs/site/site-view.ts';

interface Index {
  readonly files: Map<string, string>;
  readonly ask: (query: string) => Promise<string[]>;
  /** Bytes that were loaded so far. */
  readonly loaded: () => number;
}

function indexOf(files: readonly SiteFile[]): Index {
  const all = new Map(files.map(({ path, body }) => [path, String(body)]));
  const seen = new Map<string, number>();
  const load = async (name: string) => {
    const body = all.get(`search/${name}.js`);
    if (body === undefined) throw new Error(`no ${name}`);
    seen.set(name, Buffer.byteLength(body));
    return JSON.parse(body.slice(`lanternSearch("${name}",`.length, -3)) as unknown;
  };
  return {
    files: all,
    ask: async (query) =>
      (await searchIndex(load, query)).map(({ slug, id }) => (id ? `${slug}#${id}` : slug)),
    loaded: () => [...seen.values()].reduce((sum, bytes) => sum + bytes, 0),
  };
}

function filesOf(pages: readonly SearchEntry[]) {
  return [...searchFiles(pages), ...pages.map((entry, at) => pageFile(at, entry))];
}

function page(slug: string, html: string, title = slug): SearchEntry {
  return searchEntry({ slug, title, group: 'Guides', html });
}

const entries = [
  page(
    'queue',
    '<h1 id="queue">Queue</h1><p>Delivers parcels.</p><h2 id="leases">Leases</h2><p>A lease is held by one worker.</p>',
  ),
  page(
    'config',
    '<h1 id="config">Configuration</h1><p>Set <code>retryLimit</code> and <code>HARBOUR_FULL</code>, for one worker.</p>',
  ),
  page(
    'greek',
    '<h1 id="greek">Résumé</h1><p>Ελληνικά και 日本語のテキスト. 5 &lt; 6 &amp;&amp; x &quot;quoted&quot;</p>',
  ),
  page('parcel', '<h1 id="parcel">Parcel</h1><p>What travels.</p>', 'Parcel'),
];

describe('full-text search', () => {
  const index = indexOf(filesOf(entries));

  it.each([
    ['lease', ['queue#leases']],
    ['LEASES', ['queue#leases']],
    ['configuration', ['config']],
    ['retrylimit', ['config']],
    ['limit', ['config']],
    ['harbour_full', ['config']],
    ['resume', ['greek']],
    ['日本', ['greek']],
    ['confgiuration', ['config']],
    ['konfiguration', ['config']],
    ['parcel', ['parcel', 'queue']],
    ['one worker held', ['queue#leases', 'config']],
    ['zzzzzz', []],
    ['', []],
    ['!?', []],
  ])('finds %j', async (query, slugs) => {
    expect(await index.ask(query)).toEqual(slugs);
  });
});

describe('search for a name', () => {
  const code = (text: string) => `<p>${`<code>${text}</code> is used. `.repeat(5)}</p>`;
  const section = (heading: string, html = '<p>Text.</p>') => {
    const id = heading
      .toLowerCase()
      .replace(/<[^>]*>|[^a-z0-9- ]/g, '')
      .replaceAll(' ', '-');
    return `<h2 id="${id}">${heading}</h2>\n${html}\n`;
  };
  const mentions = ['echo', 'Command.invoke', '--color', 'HARBOUR_FOLDER', 'Option', 'Exit codes'];
  const pages = [
    // Everything is mentioned often before it is defined.
    page('guide', mentions.map((name) => section(`About ${name} and more`, code(name))).join('')),
    page(
      'api',
      [
        section('echo(message, file=None)', code('Command')),
        section('class <code>click.<wbr>Command</code>'),
        section('Command.invoke'),
        section('Group.invoke()'),
        section('func (c *Command) Execute() error'),
        section('Command::reset'),
        section('option'),
        section('Option').replace('id="option"', 'id="option-1"'),
      ].join(''),
    ),
    page(
      'settings',
      section(
        'Environment',
        '<table><tbody><tr>\n<td><code>HARBOUR_FOLDER</code></td>\n<td><code>HARBOUR_PORT</code></td></tr><tr>\n<td><a href="x"><code>HARBOUR_LINKED</code></a></td></tr></tbody></table>',
      ) +
        section(
          'Flags',
          '<ul><li><code>-c, --color &lt;when&gt;</code>: colours</li><li><code>aside</code> and so on</li></ul>',
        ) +
        section('Exit codes'),
    ),
  ];
  const index = indexOf(filesOf(pages));

  it.each([
    ['echo', 'api#echomessage-filenone'],
    ['echo()', 'api#echomessage-filenone'],
    ['Command', 'api#class-clickcommand'],
    ['click.Command', 'api#class-clickcommand'],
    ['Command.invoke', 'api#commandinvoke'],
    ['Group.invoke', 'api#groupinvoke'],
    ['invoke', 'api#commandinvoke'],
    ['Command.Execute', 'api#func-c-command-execute-error'],
    ['Command.reset', 'api#commandreset'],
    ['option', 'api#option'],
    ['Option', 'api#option-1'],
    ['--color', 'settings#flags'],
    ['HARBOUR_FOLDER', 'settings#environment'],
    ['exit codes', 'settings#exit-codes'],
    ['settings', 'settings'],
  ])('gives the place where %s is defined first', async (query, place) => {
    const [first] = await index.ask(query);
    expect(first).toBe(place);
  });

  it.each(['HARBOUR_LINKED', 'HARBOUR_PORT', 'aside'])(
    'takes no mention for a definition: %s',
    (name) => {
      expect(pages.flatMap(({ names }) => names.map(([own]) => own))).not.toContain(name);
    },
  );
});

it('loads at most 300 kB for the first question on 1,000 pages', async () => {
  const syllables = 'ba co di fu ge ha ji ko lu me na po qui ro su ta ve wo xi za'.split(' ');
  const word = (seed: number) => {
    const at = (shift: number) => syllables[Math.floor(seed / 20 ** shift) % 20] ?? '';
    return at(0) + at(1) + at(2) + at(3);
  };
  let seed = 1;
  // Words as in texts: a few are everywhere, most are rare.
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return word(Math.floor((seed / 2_147_483_647) ** 3 * 160_000));
  };
  const pages = Array.from({ length: 1_000 }, (_, at) =>
    page(`page-${at}`, `<p>${Array.from({ length: 150 }, next).join(' ')}</p>`),
  );
  const files = filesOf(pages);
  const common = word(0);
  for (const query of [
    common,
    `${common} ${word(1)} ${word(21)}`,
    'ba',
    'b',
    `${word(777)}x`,
    'xba',
  ]) {
    const index = indexOf(files);
    await index.ask(query);
    expect([query, index.loaded() < 300_000 || index.loaded()]).toEqual([query, true]);
  }
}, 60_000);

describe('the simple index', () => {
  const pages = Array.from({ length: 401 }, (_, at) => ({
    slug: `page-${at}`,
    title: `Page ${at}`,
    markdown: `# ${'x'.repeat(1_997)}😀 rest`,
  }));
  const files = new Map(
    simpleIndex(pages.map(simpleEntry)).map(({ path, body }) => [path, String(body)]),
  );

  it('holds the first 2,000 characters of each page in the order of navigation', () => {
    const parsed = JSON.parse(files.get('search-index.json') ?? '') as Record<string, string>[];
    expect(parsed.map(({ slug }) => slug)).toEqual(pages.map(({ slug }) => slug));
    expect(Object.keys(parsed[0] ?? {})).toEqual(['slug', 'title', 'content']);
    expect(parsed[0]?.['content']).toMatch(/^# x+😀$/u);
    expect([...(parsed[0]?.['content'] ?? '')]).toHaveLength(2_000);
  });
});
