import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const domains = ['docs', 'analysis', 'webhook', 'logs', 'sessions', 'agent', 'review'];
const shared = ['platform/ports/', 'platform/failure'];
const tools = [
  ...shared,
  'platform/table',
  'platform/settings',
  'platform/lazy',
  'platform/within',
  'platform/all-rows',
  'platform/while-unchanged',
  'platform/each-at-most',
  'platform/retries',
  'text/',
];

/** From which folder (longest match counts) which of core's folders and files may be imported. */
const own: Record<string, readonly string[]> = {
  'core/platform/ports/': ['platform/ports/'],
  'core/platform/failure': [],
  'core/platform/table': shared,
  'core/platform/settings': shared,
  'core/platform/config': shared,
  'core/platform/lazy': [],
  'core/platform/all-rows': ['platform/ports/'],
  'core/platform/while-unchanged': ['platform/ports/'],
  'core/platform/each-at-most': [],
  'core/platform/retries': shared,
  'core/platform/within': ['platform/ports/'],
  'core/home/': [
    ...tools,
    'platform/',
    'home/',
    'ai/command-line-ai',
    'ai/sidecar-ai',
    'ai/sidecar-settings',
  ],
  'core/platform/adapters/': [
    ...shared,
    'platform/table',
    'platform/lazy',
    'platform/all-rows',
    'platform/retries',
    'platform/adapters/',
    'text/',
  ],
  'core/text/': ['text/'],
  'core/web/': [...tools, 'web/', 'http/'],
  'core/ai/': [...tools, 'ai/'],
  'core/scm/': [...tools, 'scm/'],
  'core/identity/': [...tools, 'identity/', 'web/', 'http/'],
  'core/http/': [...tools, 'home/platform', 'http/'],
  'core/jobs/': [
    ...tools,
    'home/platform',
    'home/log-fields',
    'http/middlewares/chain',
    'http/middlewares/platform',
    'jobs/',
  ],
  'core/runs/': [...tools, 'jobs/', 'runs/'],
  'core/host/': [
    ...tools,
    'platform/',
    'home/',
    'http/',
    'jobs/',
    'host/',
    'functions/service-manifest',
  ],
};
for (const domain of domains) {
  const edges = domain === 'webhook' ? ['logs/'] : [];
  const shares = ['ai/', 'scm/', 'identity/', 'web/', 'runs/'];
  own[`core/${domain}/`] = [...tools, `${domain}/`, ...shares, ...edges];
  own[`functions/${domain}/`] = [
    ...tools,
    ...[`${domain}/`, 'identity/', 'web/', 'http/', 'jobs/', 'runs/'],
    ...[`functions/${domain}/`, 'functions/rows', 'functions/service-manifest'],
    // The log viewer belongs to the webhook service, which mounts it.
    ...(domain === 'webhook' ? ['logs/', 'functions/logs/'] : []),
  ];
}
const manifests = domains.map((domain) => `functions/${domain}/manifest`);
own['functions/manifest'] = manifests;
own['functions/rows'] = ['functions/service-manifest', 'ai/provider-table'];
own['functions/service-manifest'] = [];
for (const manifest of manifests) own[manifest] = ['functions/rows', 'functions/service-manifest'];
own['infra/'] = ['functions/manifest', 'functions/service-manifest', 'infra/'];
own['functions/images/'] = [
  ...tools,
  ...['platform/config', 'home/open-tasks', 'host/', 'jobs/'],
  ...['functions/images/', 'functions/manifest', 'functions/service-manifest'],
];

/** The folders of a domain, in columns from left to right: a folder may import those of columns further
 * right. `.` is what lies loose in the domain. */
const rooms: Record<string, readonly (readonly string[])[]> = {
  'core/analysis/': [
    ...[['pages'], ['alerts', 'issues'], ['results'], ['people']],
    ...[['jobs'], ['explain'], ['intake'], ['base']],
  ],
  'core/sessions/': [['pages'], ['search'], ['summaries'], ['.'], ['lines']],
  'core/review/': [['asking'], ['posting'], ['comments'], ['.']],
  'core/agent/': [['pages'], ['.'], ['limits']],
  'core/webhook/': [
    ...[
      ['pages', 'upkeep', 'processing'],
      ['receiving', 'handlers'],
      ['allowlist', 'commands'],
    ],
    ...[['actions', 'bridges'], ['merging'], ['pulls'], ['deliveries'], ['configuration']],
  ],
  'core/docs/': [['pages'], ['projects'], ['generate'], ['site'], ['evidence'], ['.']],
};

/** Packages that only some folders may touch. */
const packages: readonly (readonly [name: RegExp, folders: readonly string[]])[] = [
  [/^@aws-sdk\//, ['core/platform/adapters/aws/']],
  [/^pg$/, ['core/platform/adapters/postgres/']],
  [/^@duckdb\//, ['core/platform/adapters/aws/logs/']],
  [/^sst/, ['core/platform/config']],
  [/^@middy\//, ['core/http/', 'core/jobs/']],
  [/^@modelcontextprotocol\//, ['core/http/mcp/answer']],
  [
    /^node:(fs|fs\/promises|sqlite)$/,
    ['core/platform/adapters/', 'core/platform/config', 'core/host/', 'infra/layer-folder'],
  ],
  [
    /^node:(child_process|net|tls|http|https|dgram|dns)(\/promises)?$/,
    [
      'core/platform/adapters/',
      'core/host/',
      'core/text/address-ranges',
      'infra/assets',
      'infra/layer-folder',
    ],
  ],
];

interface Import {
  readonly file: string;
  readonly target: string;
}

describe('the import table', async () => {
  const files = (await Promise.all(['core', 'functions', 'infra'].map(sources))).flat();
  const imports = (await Promise.all(files.map(importsOf))).flat();

  it('reads the sources', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('holds inside the project', () => {
    const local = imports.filter(({ target }) =>
      /^(core|functions|infra|test|scripts)\//.test(target),
    );
    expect(local.filter((found) => !isAllowed(found)).map(show)).toEqual([]);
  });

  /** What differs between homes is a capability that a port declares, so that a fourth home is a folder. */
  it('lets nothing but core/home compare the name of a home', async () => {
    const name = String.raw`['"](?:local|laptop|cluster|aws)['"]`;
    const compared = new RegExp(
      String.raw`\bhome(?:\.name)?\s*[!=]==?\s*${name}|${name}\s*[!=]==?\s*[\w.]*\bhome\b|switch \([\w.]*\bhome\b`,
    );
    expect(compared.test("if (platform.home.name === 'aws')")).toBe(true);
    const texts = await Promise.all(
      files
        .filter((file) => !file.startsWith('core/home/'))
        .map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const),
    );
    expect(texts.filter(([, text]) => compared.test(text)).map(([file]) => file)).toEqual([]);
  });

  it('holds for packages', () => {
    const strays = imports.filter(({ file, target }) =>
      packages.some(
        ([name, folders]) =>
          name.test(target) && !folders.some((folder) => file.startsWith(folder)),
      ),
    );
    expect(strays.map(show)).toEqual([]);
  });

  it.each(Object.keys(rooms))('holds between the rooms of %s', (domain) => {
    const inside = imports.filter(({ file, target }) =>
      [file, target].every((path) => path.startsWith(domain)),
    );
    expect(inside.filter((each) => !pointsRight(domain, each)).map(show)).toEqual([]);
    expect(circleIn(folderGraph(inside))).toEqual([]);
  });

  it.each([
    'scripts/',
    'core/host/',
    'core/http/',
    'core/web/',
    'core/jobs/',
    'core/text/',
    'core/identity/',
    'core/runs/',
    'core/platform/',
  ])('has no circles between the folders of %s', async (room) => {
    const inside = (await Promise.all((await sources(room.slice(0, -1))).map(importsOf)))
      .flat()
      .filter(({ target }) => target.startsWith(room));
    expect(inside.length).toBeGreaterThan(5);
    expect(circleIn(folderGraph(inside))).toEqual([]);
  });

  it('has no circles', () => {
    const graph = new Map<string, string[]>();
    for (const { file, target } of imports) graph.set(file, [...(graph.get(file) ?? []), target]);
    expect(circleIn(graph)).toEqual([]);
    expect(circleIn(new Map([...graph, ['a', ['b']], ['b', ['a']]]))).toEqual(['a', 'b', 'a']);
  });

  it('reads process.env in one file only', async () => {
    const readers = [];
    for (const file of files) {
      if (/process\.env\b/.test(await readFile(join(root, file), 'utf8'))) readers.push(file);
    }
    expect(readers).toEqual(['core/platform/config.ts']);
  });

  it('sees an arrow between rooms that points back', () => {
    const points = (from: string, to: string) =>
      pointsRight('core/analysis/', {
        file: `core/analysis/${from}/x.ts`,
        target: `core/analysis/${to}/y.ts`,
      });
    expect(points('pages/job', 'pages/charts')).toBe(true);
    expect(points('results', 'intake/ci')).toBe(true);
    expect(points('jobs/steps', 'issues/tracker')).toBe(false);
    expect(points('alerts', 'issues')).toBe(false);
    expect(points('elsewhere', 'base')).toBe(false);
    const fromLoose = { file: 'core/docs/x.ts', target: 'core/docs/site/y.ts' };
    expect(pointsRight('core/docs/', fromLoose)).toBe(false);
  });

  it('shows the name of the home, and asks what it can instead', async () => {
    const readers = [];
    for (const file of files) {
      if (/\bhome\.name\b/.test(await readFile(join(root, file), 'utf8'))) readers.push(file);
    }
    expect(readers).toEqual(['functions/sessions/common.ts']);
  });

  it('sees a stray import', () => {
    expect(isAllowed({ file: 'core/docs/x.ts', target: 'core/analysis/y.ts' })).toBe(false);
    expect(isAllowed({ file: 'core/text/x.ts', target: 'core/platform/failure.ts' })).toBe(false);
    expect(isAllowed({ file: 'functions/docs/x.ts', target: 'core/home/platform.ts' })).toBe(false);
    expect(isAllowed({ file: 'core/jobs/x.ts', target: 'core/platform/log-fields.ts' })).toBe(
      false,
    );
    expect(isAllowed({ file: 'infra/x.ts', target: 'core/platform/failure.ts' })).toBe(false);
    expect(isAllowed({ file: 'core/webhook/x.ts', target: 'core/logs/y.ts' })).toBe(true);
  });
});

function isAllowed({ file, target }: Import): boolean {
  const place = Object.keys(own)
    .filter((prefix) => file.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
  if (place === undefined) return false;
  return (own[place] ?? []).some((allowed) => {
    const inCore = /^(functions|infra)\//.test(allowed) ? allowed : `core/${allowed}`;
    return allowed.endsWith('/') ? target.startsWith(inCore) : target === `${inCore}.ts`;
  });
}

function pointsRight(domain: string, { file, target }: Import): boolean {
  const columns = rooms[domain] ?? [];
  const [from = '', to = ''] = [file, target].map(
    (path) => dirname(path.slice(domain.length)).split('/')[0],
  );
  const column = columns.findIndex((each) => each.includes(from));
  return (
    from === to ||
    (column >= 0 &&
      columns
        .slice(column + 1)
        .flat()
        .includes(to))
  );
}

function folderGraph(imports: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { file, target } of imports) {
    const [from, to] = [dirname(file), dirname(target)];
    if (from !== to) graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  return graph;
}

/** The first one found: each file imports the next. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

async function importsOf(file: string): Promise<Import[]> {
  const text = await readFile(join(root, file), 'utf8');
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => {
    const found = fileName.startsWith('#')
      ? fileName.slice(1)
      : fileName.startsWith('.')
        ? relative(root, resolve(root, file, '..', fileName))
        : fileName;
    return { file, target: found };
  });
}

async function sources(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
}

function show({ file, target }: Import): string {
  return `${file} imports ${target}`;
}
