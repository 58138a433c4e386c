import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { UnpackLimits } from '../../../ports/trees.ts';
import { safePath } from '#core/text/safe-path.ts';
import { isFailure } from '../../../failure.ts';
import { storageFailure } from '../storage-failure.ts';
import { archiveKind, holdsTar, type ArchiveKind } from './archive-kind.ts';
import type { ForeignEntry } from './foreign-entry.ts';
import { tarEntries } from './tar-entries.ts';
import { writeEntry } from './write-entry.ts';
import { zipEntries } from './zip-entries.ts';

export interface Unpacked {
  readonly entries: number;
  readonly bytes: number;
  /** Why a part of it is missing, for people. */
  readonly problems: readonly string[];
}

/** What is left of the limits, and what came of it so far. */
interface Progress {
  readonly limits: UnpackLimits;
  readonly signal: AbortSignal | undefined;
  entries: number;
  bytes: number;
  readonly problems: string[];
}

class Exhausted extends Error {}

/** Jars and documents are archives too, and are left as they are. */
export const archiveName = /\.(?:zip|tar|tgz|gz)$/i;
const maxProblems = 20;

/**
 * Unpacks a zip, tar, tar.gz or gz file of a stranger into a new folder (S6). Only plain files are
 * written, each once; no link is made or followed. Beyond a limit, and where the archive is broken,
 * what was unpacked stays, and `problems` says so. Undefined: the file is no such archive.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  limits: UnpackLimits,
  signal?: AbortSignal,
): Promise<Unpacked | undefined> {
  const kind = await archiveKind(file);
  if (!kind) return undefined;
  const progress = { limits, signal, entries: 0, bytes: 0, problems: [] };
  await mkdir(folder);
  await unpackInto(progress, { file, kind, folder, label: basename(file), depth: 1 });
  return progress;
}

interface Archive {
  readonly file: string;
  readonly kind: ArchiveKind;
  readonly folder: string;
  /** Its name for people. */
  readonly label: string;
  readonly depth: number;
}

async function unpackInto(progress: Progress, archive: Archive): Promise<void> {
  const inner: string[] = [];
  const count = (bytes: number) => {
    progress.bytes += bytes;
    if (progress.bytes > progress.limits.bytes) throw new Exhausted('it is too large');
  };
  try {
    for await (const entry of entriesOf(progress, archive)) {
      progress.signal?.throwIfAborted();
      progress.entries += 1;
      if (progress.entries > progress.limits.entries)
        throw new Exhausted('it has too many entries');
      const path = safePath(entry.name);
      // Links, devices and unsafe or repeated names are left out.
      if (entry.kind !== 'file' || path === undefined) continue;
      const place = join(archive.folder, path);
      const isWritten = await writeEntry(place, entry, count, progress.signal);
      if (isWritten && archiveName.test(path)) inner.push(path);
    }
  } catch (error) {
    progress.signal?.throwIfAborted();
    const outage = storageFailure(error);
    if (isFailure(outage)) throw outage;
    const reason = (error as Error).message.slice(0, 200);
    if (progress.problems.length < maxProblems) {
      progress.problems.push(`${archive.label} is not complete: ${reason}`);
    }
    if (error instanceof Exhausted) return;
  }
  for (const path of inner) await unpackInner(progress, archive, path);
}

/** An archive in an archive becomes a folder of the same name. */
async function unpackInner(progress: Progress, outer: Archive, path: string): Promise<void> {
  if (outer.depth >= progress.limits.depth) return;
  const file = join(outer.folder, path);
  const kind = await archiveKind(file);
  if (!kind) return;
  const folder = `${file}.unpacked`;
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return;
  }
  const label = `${outer.label}/${path}`;
  await unpackInto(progress, { file, kind, folder, label, depth: outer.depth + 1 });
  await rm(file);
}

async function* entriesOf(
  { limits, bytes }: Progress,
  { file, kind, label }: Archive,
): AsyncGenerator<ForeignEntry> {
  if (kind === 'zip') return void (yield* zipEntries(file));
  // Headers and padding take 1.5 kB of each entry at most.
  const mostBytes = limits.bytes - bytes + limits.entries * 1_536 + 1024 * 1024;
  const isZipped = kind === 'gzip';
  if (!isZipped || (await holdsTar(file)))
    return void (yield* tarEntries(file, { isZipped, mostBytes }));
  const name = basename(label).replace(/\.gz$/i, '');
  const body = async () => pipeline(createReadStream(file), createGunzip(), () => {});
  yield { name, kind: 'file', body };
}
