import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import { junitReader } from '../junit/read-junit.ts';
import type { FailureInput } from '#core/analysis/base/schema/request.ts';

interface Archive {
  readonly id: number;
  readonly name: string;
  readonly size_in_bytes: number;
}

/** False: the archive is gone. */
type Download = (
  id: number,
  maxBytes: number,
  take: (parts: AsyncIterable<Uint8Array>) => Promise<void>,
) => Promise<boolean>;

const mebi = 1024 * 1024;
/** Of one archive, packed. */
const mostPacked = 50 * mebi;
const limits = { bytes: 300 * mebi, entries: 20_000, depth: 2 };
const mostArchives = 20;
const mostFiles = 5_000;
const mostXml = 50 * mebi;

/** The failed tests in the JUnit XML of archives. Archives whose names promise reports come first,
 * since only so many are read. */
export async function readReports(
  { trees }: Pick<Platform, 'trees'>,
  archives: readonly Archive[],
  download: Download,
  signal: AbortSignal | undefined,
): Promise<FailureInput[]> {
  const failures: FailureInput[] = [];
  const usable = archives
    .filter(({ size_in_bytes: size }) => size <= mostPacked)
    .toSorted((a, b) => rank(a.name) - rank(b.name));
  for (const { id } of usable.slice(0, mostArchives)) {
    await download(id, mostPacked, async (parts) => {
      const tree = await trees.unpack(parts, limits, signal);
      if (!tree) return;
      try {
        for await (const failure of failuresIn(tree)) failures.push(failure);
      } finally {
        await tree.close();
      }
    });
  }
  return failures;
}

function rank(name: string): number {
  return /junit|xunit|surefire|test|report|result/i.test(name) ? 0 : 1;
}

async function* failuresIn(tree: Tree): AsyncGenerator<FailureInput> {
  for (const path of await tree.files(mostFiles)) {
    if (!/\.xml$/i.test(path)) continue;
    const bytes = await tree.read(path, mostXml);
    const text = new TextDecoder().decode(bytes);
    if (/<testsuites?[\s>/]/.test(text.slice(0, 65_536))) yield* failuresOf(text);
  }
}

/** None: it is no JUnit XML, whatever its name. */
function failuresOf(text: string): FailureInput[] {
  try {
    const reader = junitReader();
    const found = reader.write(text);
    reader.end();
    return found.map(({ place: _place, ...failure }) => ({ ...failure, status: 'FAILED' }));
  } catch (error) {
    if (isFailure(error, 'invalid')) return [];
    throw error;
  }
}
