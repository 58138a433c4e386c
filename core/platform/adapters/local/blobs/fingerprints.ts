import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fingerprintsFile } from './names.ts';

/** By path, of the files that are there. Nothing published, or by an earlier version of ours: none,
 * so that every file is written again once. */
export async function readFingerprints(
  published: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (published === undefined) return new Map();
  const text = await readFile(join(published, fingerprintsFile), 'utf8').catch(() => '[]');
  const noted = new Map(JSON.parse(text) as [path: string, fingerprint: string][]);
  const entries = await readdir(published, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) =>
      relative(published, join(parentPath, name)).replaceAll(sep, '/'),
    );
  return new Map(files.flatMap((path) => (noted.has(path) ? [[path, noted.get(path) ?? '']] : [])));
}
