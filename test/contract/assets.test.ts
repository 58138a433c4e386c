import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { allTests } from '#test/support/at-end.ts';
import { awsAssets } from '#core/platform/adapters/aws/assets.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import type { Assets } from '#core/platform/ports/files/assets.ts';
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

  it('names the font of pages by its hash, and leaves that of sites as it is', async () => {
    const styles = async (name: string) => {
      const found = await assets().find((await assets().path(name)).slice('/assets/'.length));
      return Buffer.from(found?.body ?? []).toString();
    };
    const [, font = ''] = /url\(([^)]*)\)/.exec(await styles('web/page.css')) ?? [];
    expect(font).toMatch(/^text\.[0-9a-f]{16}\.woff2$/);
    expect((await assets().find(font))?.type).toBe('font/woff2');
    expect(await styles('docs/site/browser/style.css')).toContain('url(text.woff2)');
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
});
