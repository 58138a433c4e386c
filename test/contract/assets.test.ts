import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { allTests } from '#test/support/at-end.ts';
import { awsAssets } from '#core/platform/adapters/aws/assets.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import type { Assets } from '#core/platform/ports/files/assets.ts';
import { descendantsOf } from '#test/support/processes/descendants-of.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { buildAssets } from '../../scripts/build-assets.ts';

const core = resolve(import.meta.dirname, '../../core');
let folder: string;

beforeAll(async () => {
  folder = (await temporaryFolder()).path;
});

const adapters: [name: string, open: () => Promise<Assets>][] = [
  ['local', async () => localAssets({ root: core })],
  [
    'aws',
    async () => {
      await buildAssets(join(folder, 'built'));
      return awsAssets({ folder: join(folder, 'built') });
    },
  ],
];

describe.each(adapters)('Assets, %s', (_, open) => {
  const assets = allTests(open);

  it.each([
    ['web/page.css', /^\/assets\/page\.[0-9a-f]{16}\.css$/, 'text/css; charset=utf-8', '--amber'],
    [
      'web/browser/kit.ts',
      /^\/assets\/kit\.[0-9a-f]{16}\.js$/,
      'text/javascript; charset=utf-8',
      'lantern-table',
    ],
    [
      'web/theme.ts',
      /^\/assets\/theme\.[0-9a-f]{16}\.js$/,
      'text/javascript; charset=utf-8',
      'lantern-theme',
    ],
    ['web/icon.svg', /^\/assets\/icon\.[0-9a-f]{16}\.svg$/, 'image/svg+xml', '<svg'],
  ])('gives %s a path by which it is found again', async (name, form, type, part) => {
    const path = await assets().path(name);
    expect(path).toMatch(form);
    const asset = await assets().find(path.slice('/assets/'.length));
    expect(asset?.type).toBe(type);
    expect(Buffer.from(asset?.body ?? []).toString()).toContain(part);
    expect(await assets().path(name)).toBe(path);
  });

  it.each([
    'web/nothing.ts',
    'web/page.ts',
    '../package.json',
    'web/../web/page.css',
    '__proto__',
    '',
  ])('throws for %j, which is no asset', async (name) => {
    await expect(assets().path(name)).rejects.toThrow(/^No asset /);
  });

  it.each([
    'page.css',
    'manifest.json',
    '../web/page.css',
    '..%2fmanifest.json',
    '/etc/passwd',
    '../../../../etc/passwd',
    'toString',
    '__proto__',
    '',
  ])('finds nothing under %j (S5)', async (file) => {
    expect(await assets().find(file)).toBeUndefined();
  });

  it('finds a file before anybody asked for its path', async () => {
    const path = await assets().path('web/page.css');
    const file = path.slice('/assets/'.length);
    const fresh = await open();
    expect(await fresh.find(file)).toEqual(await assets().find(file));
    expect((await fresh.find(file))?.body.length).toBeGreaterThan(1_000);
  });

  it('stays within the budget', async () => {
    const size = async (name: string) => {
      const path = await assets().path(name);
      return (await assets().find(path.slice('/assets/'.length)))?.body.length;
    };
    expect(await size('web/browser/kit.ts')).toBeLessThan(20_000);
    expect(await size('web/page.css')).toBeLessThan(25_000);
    expect(await size('web/theme.ts')).toBeLessThan(400);
  });
});

describe('bundling', () => {
  async function world(files: Record<string, string>): Promise<string> {
    const root = await mkdtemp(join(folder, 'core-'));
    const shared = {
      'web/icon.svg': '<svg/>',
      'web/browser/kit.ts': '',
      'web/page.css': '',
      'web/theme.ts': '',
    };
    for (const [name, text] of Object.entries({ ...shared, ...files })) {
      await mkdir(join(root, name, '..'), { recursive: true });
      await writeFile(join(root, name), text);
    }
    return root;
  }

  it('takes what lies in a domain’s browser folder', async () => {
    const root = await world({
      'docs/browser/search.ts': `import { a } from './deep/part.ts'; document.title = a;`,
      'docs/browser/deep/part.ts': `export const a: string = 'searched';`,
      'docs/pages/home.ts': `throw new Error('a template is no asset')`,
    });
    const assets = localAssets({ root });
    const path = await assets.path('docs/browser/search.ts');
    const asset = await assets.find(path.slice('/assets/'.length));
    expect(Buffer.from(asset?.body ?? []).toString()).toContain('searched');
    await expect(assets.path('docs/browser/deep/part.ts')).rejects.toThrow('No asset');
    await expect(assets.path('docs/pages/home.ts')).rejects.toThrow('No asset');
  });

  it('names the path by the content', async () => {
    const [one, same, other] = await Promise.all(
      ['a{color:red}', 'a{color:red}', 'a{color:tan}'].map(async (css) =>
        localAssets({ root: await world({ 'web/page.css': css }) }).path('web/page.css'),
      ),
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  it('leaves no process of the compiler', async () => {
    const roots = await Promise.all([world({}), world({})]);
    await Promise.all(roots.map((root) => localAssets({ root }).path('web/page.css')));
    await expect.poll(() => descendantsOf(process.pid)).toEqual([]);
  });

  it('says file, line and reason, and recovers when the file is mended', async () => {
    const root = await world({ 'docs/browser/bad.ts': 'let a;\nlet b = ;' });
    const assets = localAssets({ root });
    await expect(assets.path('web/page.css')).rejects.toThrow(
      /docs\/browser\/bad\.ts:2: Unexpected/,
    );
    await writeFile(join(root, 'docs/browser/bad.ts'), 'let b = 1;');
    expect(await assets.path('web/page.css')).toMatch(/^\/assets\/page\./);
  });

  it('writes a folder that says when it is not there', async () => {
    const assets = awsAssets({ folder: join(folder, 'absent') });
    await expect(assets.path('web/page.css')).rejects.toThrow('run node scripts/build-assets.ts');
  });

  it('removes what an earlier build left, and nothing else', async () => {
    const target = join(folder, 'again');
    await buildAssets(target, await world({ 'web/page.css': 'a{color:red}' }));
    await writeFile(join(target, 'mine.txt'), 'kept');
    const { names } = await buildAssets(target, await world({ 'web/page.css': 'a{color:tan}' }));
    expect((await readdir(target)).sort()).toEqual(
      [...Object.values(names), 'manifest.json', 'mine.txt'].sort(),
    );
  });
});
