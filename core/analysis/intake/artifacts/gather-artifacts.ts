import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { someOf } from '#core/text/count.ts';
import { safePath } from '#core/text/safe-path.ts';
import type { Ci, CiBuild } from '../ci/ci.ts';

type Needs = Pick<Platform, 'trees' | 'clock' | 'home'>;

interface Options {
  /** The size of all artifacts together, as they are downloaded. */
  readonly maxMegabytes: number;
  readonly signal: AbortSignal;
}

interface GatheredArtifacts {
  /** A folder of this machine. Undefined: there are none, or none could be read. */
  readonly directory: string | undefined;
  /** Why some are missing, for people. */
  readonly notes: readonly string[];
  /** Removes what has not been kept. */
  readonly dispose: () => Promise<void>;
}

const mebi = 1024 * 1024;
const unpackFactor = 10;
const maxEntries = 50_000;
const deepest = 3;
const maxArtifacts = 2_000;
/** In the cloud the step that does this has to end in time. */
const maxMilliseconds = 180_000;

/** Downloads the artifacts of a build, one after the other, and unpacks archives. What cannot be read
 * is a note (S6). */
export async function gatherArtifacts(
  { trees, clock, home }: Needs,
  ci: Pick<Ci, 'download'>,
  build: CiBuild,
  { maxMegabytes, signal }: Options,
): Promise<GatheredArtifacts> {
  const most = maxMegabytes * mebi;
  const limits = {
    bytes: Math.min(unpackFactor * most, home.temporaryBytes),
    entries: maxEntries,
    depth: deepest,
  };
  const ends = clock.now().getTime() + maxMilliseconds;
  const tooLarge = `together they have more than ${maxMegabytes} MB, the limit for the artifacts of a build`;
  const skipped: [path: string, reason: string][] = [];
  const problems: string[] = [];
  const gathered = await trees.gather(limits, signal);
  const dispose = () => gathered.close();
  let bytesLeft = most;
  let files = 0;

  /** Why an artifact is not asked for. */
  function refusal(at: number): string | undefined {
    if (at >= maxArtifacts) return `only ${maxArtifacts} artifacts of a build are read`;
    if (clock.now().getTime() > ends) return 'the download of the others took too long';
    return bytesLeft <= 0 ? tooLarge : undefined;
  }

  async function* counted(parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      bytesLeft -= part.length;
      yield part;
    }
  }

  try {
    for (const [at, artifact] of build.artifacts.entries()) {
      signal.throwIfAborted();
      const path = safePath(artifact.path);
      const reason = path === undefined ? 'the name is not safe' : refusal(at);
      if (path === undefined || reason !== undefined) {
        skipped.push([artifact.path, reason ?? '']);
        continue;
      }
      const receive = async (parts: AsyncIterable<Uint8Array>) => {
        problems.push(...(await gathered.add(path, counted(parts))));
      };
      try {
        await ci.download(build, artifact, receive, bytesLeft);
        files += 1;
      } catch (error) {
        if (!isFailure(error) || signal.aborted || error.kind === 'unavailable') throw error;
        const isLarge = error.code === 'too_large';
        skipped.push([artifact.path, isLarge ? tooLarge : error.message]);
      }
    }
    const notes = [...skippedNotes(skipped), ...problems.map((problem) => `Artifact ${problem}`)];
    return { directory: files > 0 ? gathered.directory : undefined, notes, dispose };
  } catch (error) {
    await dispose();
    // A full disk, for example: the analysis goes on without artifacts.
    if (!isFailure(error, 'unavailable') || signal.aborted) throw error;
    const notes = [`The artifacts of the build were not read: ${error.message}`];
    return { directory: undefined, notes, dispose };
  }
}

const namesInNote = 5;
const maxNameLength = 200;

/** One note for each reason. */
function skippedNotes(skipped: readonly (readonly [path: string, reason: string])[]): string[] {
  const byReason = Map.groupBy(skipped, ([, reason]) => reason);
  return [...byReason].map(([reason, entries]) => {
    const names = entries.map(([path]) => path.slice(0, maxNameLength));
    return `Artifacts that were not read: ${someOf(names, namesInNote)}: ${reason}`;
  });
}
