import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
}
interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
}

const root = resolve(import.meta.dirname, '../..');
const read = async <T>(file: string) => JSON.parse(await readFile(`${root}/${file}`, 'utf8')) as T;

describe('what is installed (S18)', async () => {
  const { packages } = await read<{ packages: Record<string, Locked> }>('package-lock.json');
  const manifest = await read<Manifest>('package.json');
  const locked = Object.entries(packages).filter(([place]) => place !== '');

  it('is locked by version and content', () => {
    expect(locked.length).toBeGreaterThan(300);
    const loose = locked.filter(([, { version, integrity }]) => !version || !integrity);
    expect(loose.map(([place]) => place)).toEqual([]);
  });

  it('comes from whichever registry the reader uses', () => {
    expect(locked.filter(([, { resolved }]) => resolved).map(([place]) => place)).toEqual([]);
  });

  it('is asked for by exact version', () => {
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-r\.\d+)?$/.test(version))).toEqual([]);
  });

  it('runs no install script that was not decided on', () => {
    const names = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => place.replace(/^.*node_modules\//, ''));
    expect(names.sort()).toEqual(Object.keys(manifest.allowScripts).sort());
    expect(
      Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name]),
    ).toEqual([]);
  });

  it('brings Node for each system that a start is promised on', () => {
    const systems = locked
      .filter(([, { bin }]) => bin?.['node'] !== undefined)
      .map(([, { os, cpu }]) => [os, cpu].join(' '));
    expect(systems.sort()).toEqual(['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64']);
  });

  it.each([
    ['20.19.0', 1, 'Lantern needs Node 24 or newer'],
    ['24.0.0', 0, ''],
    ['26.1.0', 0, ''],
  ])('says on Node %s what to install', (version, status, message) => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
    const words = ['--import', `data:text/javascript,${older}`];
    const program = spawnSync(
      process.execPath,
      [...words, '--import', './scripts/needs-node.js', '--eval', '0'],
      { cwd: root, encoding: 'utf8' },
    );
    expect([program.status, program.stderr.slice(0, message.length || 99)]).toEqual([
      status,
      message,
    ]);
  });
});

describe('the dependencies', async () => {
  const { dependencies, devDependencies } = await read<Manifest>('package.json');
  const shipped =
    /^(core|functions|scripts\/(?!lint|rollout|bundles|bench|gallery|emulat|settings))/;
  const imports = await packageImports();

  it('are all that `npm ci --omit=dev` has to bring', () => {
    const missing = imports.filter(
      ({ file, name }) => shipped.test(file) && !Object.hasOwn(dependencies, name),
    );
    expect(missing).toEqual([
      // A layer brings it to the functions that search logs (functions/layers).
      { file: 'core/platform/adapters/aws/logs/engine.ts', name: '@duckdb/node-api' },
      { file: 'scripts/openapi.ts', name: 'prettier' },
    ]);
  });

  it('are none that only the tests, the rollout or the tools use', () => {
    const used = new Set(imports.filter(({ file }) => shipped.test(file)).map(({ name }) => name));
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([]);
    const own = ['@duckdb/node-api', 'prettier'];
    expect(Object.keys(devDependencies).filter((name) => used.has(name))).toEqual(own);
  });
});

/** Types alone need no package when a program runs. */
async function packageImports(): Promise<{ file: string; name: string }[]> {
  const files = (await Promise.all(['core', 'functions', 'scripts'].map(sourcesIn))).flat();
  const imports = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(`${root}/${file}`, 'utf8');
      const values = text.replace(/^import type [^;]*;/gm, '');
      return ts.preProcessFile(values, true, true).importedFiles.map(({ fileName }) => ({
        file,
        name: /^(@[^/]+\/)?[^/]+/.exec(fileName)?.[0] ?? '',
      }));
    }),
  );
  return imports.flat().filter(({ name }) => !/^([.#]|\w+:)/.test(name));
}

async function sourcesIn(folder: string): Promise<string[]> {
  const names = await readdir(`${root}/${folder}`, { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
}

describe('the commands of the README', async () => {
  const lines = (await readFile(`${root}/README.md`, 'utf8')).split('\n');
  const { scripts } = await read<{ scripts: Record<string, string> }>('package.json');

  it.each([
    ['npm ci && npm start', 'start'],
    ['npm ci && npm test', 'test'],
    ['npm run serve -- <service…>', 'serve'],
    ['npm run check', 'check'],
    ['npm run demo', 'demo'],
    ['npm run gallery', 'gallery'],
    ['npm run bench', 'bench'],
    ['npm run emulate', 'emulate'],
  ])('%s has a line of its own, and a script', (command, script) => {
    expect(lines.filter((line) => line.startsWith(`| \`${command}\` `))).toHaveLength(1);
    expect(scripts).toHaveProperty(script);
  });
});
