import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
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
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('runs no install script that was not decided on', () => {
    const names = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => place.replace(/^.*node_modules\//, ''));
    expect(names.sort()).toEqual(Object.keys(manifest.allowScripts).sort());
    // Node's own binary; all others are refused.
    expect(
      Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name]),
    ).toEqual(['node']);
  });
});
