import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { safePath } from '#core/text/safe-path.ts';
import type { Ci, CiBuild } from '../ci/ci.ts';
import { skippedNotes } from './skipped-notes.ts';

type Needs = Pick<Platform, 'trees' | 'clock' | 'home'>;

interface Options {
  /** Of all artifacts together, as they are downloaded. */
  readonly maxMegabytes: number;
  readonly signal: AbortSignal;
}

interface GatheredArtifacts {
  /** Of this machine. Undefined: there are none, or none could be read. */
  readonly directory: string | undefined;
  /** Why some are missing, for people. */
  readonly notes: readonly string[];
  /** Removes what has not been kept. */
  readonly dispose: () => Promise<void>;
}

const mebi = 1024 * 1024;
const unpackFactor = 10;
const mostEntries = 50_000;
const deepest = 3;
const mostArtifacts = 2_000;
/** In the cloud the step that does this has to end in time. */
const mostMilliseconds = 180_000;

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
    entries: mostEntries,
    depth: deepest,
  };
  const ends = clock.now().getTime() + mostMilliseconds;
  const tooLarge = `together they have more than ${maxMegabytes} MB, the limit for the artifacts of a build`;
  const skipped: [path: string, reason: string][] = [];
  const problems: string[] = [];
  const gathered = await trees.gather(limits, signal);
  const dispose = () => gathered.close();
  let left = most;
  let files = 0;

  /** Of an artifact that is not asked for. */
  function refusal(at: number): string | undefined {
    if (at >= mostArtifacts) return `only ${mostArtifacts} artifacts of a build are read`;
    if (clock.now().getTime() > ends) return 'the download of the others took too long';
    return left <= 0 ? tooLarge : undefined;
  }

  async function* counted(parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      left -= part.length;
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
        await ci.download(build, artifact, receive, left);
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
