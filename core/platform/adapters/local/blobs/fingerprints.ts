import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fingerprintsFile } from './names.ts';

/** By path, of the files that are there. Nothing published, or not to be read: none,
 * so that every file is written again once. */
export async function readFingerprints(
  published: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (published === undefined) return new Map();
  const stored = await readFile(join(published, fingerprintsFile), 'utf8')
    .then((text) => new Map(JSON.parse(text) as [path: string, fingerprint: string][]))
    .catch(() => new Map<string, string>());
  const entries = await readdir(published, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) =>
      relative(published, join(parentPath, name)).replaceAll(sep, '/'),
    );
  return new Map(
    files.flatMap((path) => (stored.has(path) ? [[path, stored.get(path) ?? '']] : [])),
  );
}
