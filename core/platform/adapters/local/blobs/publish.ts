import { lstat, open, readdir, readlink, rename, rm, symlink, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { BlobFolder } from './folder.ts';
import { generationOf, newGeneration } from './names.ts';
import { filesUnder } from './files.ts';
import { assertKept, keepBlobs } from './keep.ts';
import { listBlobs } from './list.ts';
import { planKind, type PublishPlan } from './recovery.ts';
import { versionReuse } from './reuse.ts';
import { blocked } from './write.ts';
import { isReal } from '../files/durable.ts';
import { codeOf } from '../files/storage-failure.ts';

/**
 * A published prefix is a symlink beside the folder of its version, so that a person finds
 * `site/index.html`. We read the link, and accept only our own kind; nothing is read through it.
 * Publishing two things under one prefix takes turns within a process.
 */
export function blobPublisher(folder: BlobFolder, prune: (path: string) => Promise<void>) {
  const turns = new Map<string, Promise<unknown>>();
  const reuse = versionReuse(folder);

  function inTurn<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (turns.get(path) ?? Promise.resolve()).then(work, work);
    turns.set(path, turn);
    const forget = () => turns.get(path) === turn && turns.delete(path);
    turn.then(forget, forget);
    return turn;
  }

  async function publish(prefix: string, from: string, keep: readonly string[]): Promise<void> {
    if (prefix.startsWith(from) || from.startsWith(prefix)) {
      throw new Failure('invalid', 'bad_key', 'What is published lies apart from where it goes');
    }
    const link = folder.path(prefix);
    const source = folder.path(from);
    const { entries } = await listBlobs(folder, from, { limit: 1 });
    if (entries.length === 0) throw new Failure('missing', 'no_blobs', `Nothing under ${from}`);
    if (!(await folder.makeFolders(dirname(link)))) throw blocked(prefix);
    const there = await lstat(link).catch(() => undefined);
    if (there?.isFile()) throw blocked(prefix);

    const before = await shownBy(link);
    const version = before === undefined ? undefined : join(dirname(link), before);
    if (keep.length > 0) await assertKept(version, keep);
    const next = version !== undefined &&
      keep.length > 0 && {
        ...{ shown: version, staged: source, own: await filesUnder(source), keep },
      };
    const reused = next ? await reuse.next(link, next) : undefined;
    if (next && !reused) await keepBlobs(folder, next.shown, source, keep);

    const generation = newGeneration(basename(link));
    const place = join(dirname(link), generation);
    const shown = await readlink(link).catch(() => null);
    const plan = await writePlan({ prefix, before: shown, from, generation, isCopy: !!reused });
    try {
      await rename(reused ?? source, place);
      await folder.sync(dirname(link));
      await show(link, generation);
      await assertShown(link, generation);
    } catch (error) {
      if (reused) await rm(reused, { recursive: true, force: true });
      await takeBack(link, generation, reused ? undefined : source, plan);
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new Failure('missing', 'no_blobs', `Nothing under ${from}`);
    }
    await folder.sync(dirname(link));
    // Published: what these steps leave is hidden and goes later, and a caller who heard of an
    // error would repeat the publish and find nothing.
    if (next) await reuse.note(link, place, next);
    // Further names of what is shown: whoever repeats this publishes the same.
    if (reused) await throwAway(source);
    await unlink(plan).catch(() => {});
    await prune(dirname(source)).catch(() => {});
    await discard(link, [before, generation]).catch(() => {});
  }

  /** After a failure; where this fails too, the plan stays and opening does it. A rename that
   * reported an error may have happened all the same: what is shown stays. */
  async function takeBack(
    link: string,
    generation: string,
    source: string | undefined,
    plan: string,
  ): Promise<void> {
    if ((await shownBy(link)) !== generation) {
      const place = join(dirname(link), generation);
      const back = source === undefined ? throwAway(place) : rename(place, source);
      const isBack = await back.then(
        () => true,
        (error: unknown) => codeOf(error) === 'ENOENT',
      );
      if (!isBack) return;
    }
    await unlink(plan).catch(() => {});
  }

  async function writePlan(plan: PublishPlan): Promise<string> {
    const path = folder.scratch(planKind);
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(plan));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await folder.sync(dirname(path));
    return path;
  }

  /** The one step that changes what readers see. */
  async function show(link: string, generation: string): Promise<void> {
    const next = folder.scratch('link');
    await symlink(generation, next);
    try {
      await rename(next, link);
    } catch (error) {
      if (codeOf(error) !== 'EISDIR') throw error;
      // A folder of plain keys, as an older data directory has it: nothing was published yet.
      await throwAway(link);
      await rename(next, link);
    }
  }

  /** A process that slept before the step above may find that another one has published since, and
   * has taken this version away with all that it found: what that one shows is shown again. */
  async function assertShown(link: string, generation: string): Promise<void> {
    if ((await shownBy(link)) === generation) return;
    const versions = (await readdir(dirname(link))).filter(
      (name) => generationOf(name) === basename(link),
    );
    const newest = versions.sort().at(-1);
    if (newest !== undefined) await show(link, newest);
    throw new Failure('conflict', 'taken_over', 'Another process has published meanwhile');
  }

  /** The name of the version that the link shows, if it is a link of ours to one that exists. */
  async function shownBy(link: string): Promise<string | undefined> {
    if (!(await isReal(dirname(link)))) return undefined;
    const target = await readlink(link).catch(() => '');
    if (generationOf(target) !== basename(link)) return undefined;
    const version = await lstat(join(dirname(link), target)).catch(() => undefined);
    return version?.isDirectory() ? target : undefined;
  }

  async function discard(link: string, kept: readonly (string | undefined)[]): Promise<void> {
    const names = await readdir(dirname(link)).catch(() => []);
    const old = names.filter((name) => generationOf(name) === basename(link));
    for (const name of old) {
      if (!kept.includes(name)) await throwAway(join(dirname(link), name));
    }
  }

  /** Gone at once, however much there is to delete. Absent: nothing. */
  async function throwAway(path: string): Promise<void> {
    const rubbish = folder.scratch('gone');
    try {
      await rename(path, rubbish);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return;
      throw error;
    }
    await rm(rubbish, { recursive: true, force: true });
  }

  async function published(prefix: string): Promise<string | undefined> {
    const version = await shownBy(folder.path(prefix));
    if (version === undefined) return undefined;
    return `${prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1)}${version}/`;
  }

  async function unpublish(prefix: string): Promise<void> {
    const link = folder.path(prefix);
    if (!(await isReal(dirname(link)))) return;
    const target = await readlink(link).catch(() => '');
    if (generationOf(target) === basename(link)) await unlink(link);
    await discard(link, []);
    await prune(dirname(link));
  }

  async function removeFolder(prefix: string): Promise<void> {
    const path = folder.path(prefix);
    await unpublish(prefix);
    if (!(await isReal(path)) || !(await lstat(path)).isDirectory()) return;
    await throwAway(path);
    await prune(dirname(path));
  }

  return {
    publish: (prefix: string, from: string, keep: readonly string[]) =>
      inTurn(folder.path(prefix), () => publish(prefix, from, keep)),
    unpublish: (prefix: string) => inTurn(folder.path(prefix), () => unpublish(prefix)),
    removeFolder: (prefix: string) => inTurn(folder.path(prefix), () => removeFolder(prefix)),
    published,
  };
}
