import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskLine } from '#core/ai/task.ts';
import { offlineSite } from '#test/support/docs/offline-site.ts';
import { walkRepository } from '../../scripts/offline-writer/repository/walk-repository.ts';

// The program as a provider's command line would be called, on folders that are really there.

const root = join(import.meta.dirname, '../..');
const program = join(root, 'scripts/offline-writer/main.ts');

function ask(directory: string, prompt: string) {
  const run = spawnSync(process.execPath, [program, '--model', 'any'], {
    cwd: directory,
    input: prompt,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
    maxBuffer: 50_000_000,
  });
  return { code: run.status, text: run.stdout, error: run.stderr };
}

type Entry = Record<'slug' | 'title' | 'description', string>;

function planOf(directory: string): Entry[] {
  const { code, text } = ask(directory, taskLine({ kind: 'plan' }));
  expect(code).toBe(0);
  const plan = JSON.parse(text) as { navigation: { pages: Entry[] }[] };
  return plan.navigation.flatMap(({ pages }) => pages);
}

function pageOf(directory: string, entry: Entry, pages: readonly Entry[]): string {
  return ask(directory, taskLine({ kind: 'page', ...entry, pages: [...pages] })).text;
}

describe('offline writer', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lantern-offline-'));
    const outside = join(directory, 'outside');
    const inside = join(directory, 'inside');
    const files = {
      [join(outside, 'secret.ts')]: 'export const canaryOutside = 1;',
      [join(inside, 'src/own.ts')]: 'export const ownName = 1;',
      [join(inside, 'src/binary.ts')]: 'export const canaryBinary = 1;\0',
      [join(inside, 'src/huge.ts')]: `export const canaryHuge = 1;${' '.repeat(600_000)}`,
      [join(inside, 'node_modules/x/index.ts')]: 'export const canaryModule = 1;',
      [join(inside, 'data/kept.ts')]: 'export const canaryIgnored = 1;',
      [join(inside, '.gitignore')]: '/data\n',
      [join(inside, '.env')]: 'NAME_ONLY=canaryValue\n',
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await symlink(join(outside, 'secret.ts'), join(inside, 'src/link.ts'));
    await symlink(outside, join(inside, 'linked'));
    await symlink('/etc/passwd', join(inside, 'README.md'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('answers OK, and says plainly what it cannot do', () => {
    expect(ask(directory, 'Reply with OK')).toMatchObject({ code: 0, text: 'OK' });
    const other = ask(directory, 'Write a poem');
    expect([other.code, other.text]).toEqual([3, '']);
    expect(other.error).toContain('without an AI model and cannot answer');
  });

  it.each<[string, Buffer]>([
    ['UTF-16', Buffer.from('\ufeff# Shöp\n\nIt sells à lot.\n', 'utf16le')],
    ['Latin-1', Buffer.from('# Shöp\n\nIt sells à lot.\n', 'latin1')],
  ])('reads a README in %s', async (encoding, bytes) => {
    const folder = join(directory, encoding);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'README.md'), bytes);
    const { text } = ask(folder, taskLine({ kind: 'plan' }));
    expect(JSON.parse(text)).toMatchObject({ project_name: 'Shöp', tagline: 'It sells à lot.' });
  });

  it('reads 4 MiB of documents, so that its memory stays small (S14)', async () => {
    const many = join(directory, 'many');
    await mkdir(join(many, 'docs'), { recursive: true });
    for (let at = 10; at < 30; at++) {
      const text = `# Guide ${at}\n\n${'word and more words. '.repeat(19_000)}\n`;
      await writeFile(join(many, `docs/guide-${at}.md`), text);
    }
    const guides = planOf(many).filter(({ title }) => title.startsWith('Guide '));
    expect(guides).toHaveLength(10);
  });

  it('reads what is in the folder and nothing else (S3)', () => {
    const inside = join(directory, 'inside');
    const pages = planOf(inside);
    const all = pages.map((entry) => pageOf(inside, entry, pages)).join('\n');
    expect(all).toContain('ownName');
    expect(all).toContain('NAME_ONLY');
    expect(all).not.toMatch(/canary|root:/);
  });
});

/** Some folders of this repository: real text, and not so much that a run takes long. */
function thisRepository() {
  const paths = walkRepository(
    (folder) => readdirSync(join(root, folder), { withFileTypes: true }),
    () => undefined,
  ).filter((path) => /^(?:core\/(?:ai|text)\/|core\/platform\/\w+\.ts|[^/]+$)/.test(path));
  // As if it were published: a private program has no API reference.
  const read = (path: string) =>
    readFileSync(join(root, path), 'utf8').replace('"private": true,', '');
  return offlineSite({ name: 'lantern', list: () => paths, read });
}

describe('a site of this repository', () => {
  const pages = [...thisRepository().pages];
  const cited = new Map(
    pages.map(([slug, text]) => [slug, [...text.matchAll(/`([\w./-]+\.[a-z]+):(\d+)`/g)]]),
  );

  it.each(pages)('%s cites lines that are there', async (slug) => {
    const wrong: string[] = [];
    for (const [place, path = '', line] of cited.get(slug) ?? []) {
      const lines = (await readFile(join(root, path), 'utf8')).split('\n');
      if (lines.length < Number(line)) wrong.push(place);
    }
    expect(wrong).toEqual([]);
  });

  it('names at each citation what stands there', async () => {
    let found = 0;
    for (const [slug, text] of pages) {
      if (!slug.startsWith('api-')) continue;
      const sections = text.split(/^##+ /m).slice(1);
      for (const section of sections) {
        const title = (section.split('\n')[0] ?? '').replaceAll('\\', '');
        // A method has its class before its name.
        const name = title.split('.').at(-1);
        const [, path = '', line] = /^Source: `([^`]+):(\d+)`$/m.exec(section) ?? [];
        if (path === '') continue;
        found++;
        const lines = (await readFile(join(root, path), 'utf8')).split('\n');
        expect(lines[Number(line) - 1], `${title} at ${path}:${line}`).toContain(name);
      }
    }
    expect(found).toBeGreaterThan(50);
  });
});
