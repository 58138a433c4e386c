import { join } from 'node:path';
import type * as Sdk from '../sdk/sdk.ts';
import type { ConfinedFiles } from './confined-files.ts';
import { readGlob, readPattern, type Test } from './expressions.ts';
import { limitOf, result, shownName, type Execute } from './tool-result.ts';
import { timeLimit, walk, type TimeLimit } from './walk.ts';

interface Search {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly ignoreCase?: boolean;
  readonly literal?: boolean;
  readonly context?: number;
  readonly limit?: number;
}

/** The longest part of a line, for the search and in the result. */
const [mostSearched, mostShown] = [2_000, 500];
const maxContext = 20;
const headBytes = 8_000;
const linesAtOnce = 500;

export function searcher(sdk: typeof Sdk, confined: ConfinedFiles): Execute<Search> {
  return async (_call, search, signal) => {
    const { path, ignoreCase: ignoresCase, literal: isLiteral } = search;
    const isHit = await readPattern(search.pattern, { ignoresCase, isLiteral });
    const isWanted = search.glob === undefined ? () => true : await readGlob(search.glob);
    const most = limitOf(search.limit, 100);
    const around = Math.max(0, Math.min(search.context ?? 0, maxContext));
    const place = confined.path(path);
    const limit = timeLimit(signal);
    const lines: string[] = [];
    let hits = 0;

    const searchFile = async (file: string, name: string) => {
      const bytes = await confined.read(file);
      if (bytes.subarray(0, headBytes).includes(0)) return;
      const all = bytes.toString('utf8').split('\n');
      const lineIndexes = await positions(all, isHit, most - hits, limit);
      hits += lineIndexes.length;
      lines.push(...shown(all, lineIndexes, around, shownName(name)));
    };

    const isFolder = await confined.list(place).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTDIR') throw error;
        return false;
      },
    );
    const { files, stopped } = walk(confined, place, limit);
    if (!isFolder) await searchFile(place, path ?? '');
    for await (const file of isFolder ? files : []) {
      if (!isWanted(file)) continue;
      // A file that is too large, or went away, has no hits.
      await searchFile(join(place, file), file).catch(() => undefined);
      if (hits >= most) break;
    }
    const note = hits >= most ? `${most} matches limit reached` : undefined;
    return result(sdk, lines.length === 0 ? ['No matches found'] : lines, [note, stopped()]);
  };
}

async function positions(
  lines: readonly string[],
  isHit: Test,
  most: number,
  limit: TimeLimit,
): Promise<number[]> {
  const lineIndexes: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (lineIndexes.length >= most || (at % linesAtOnce === 0 && (await limit.isOver()))) break;
    if (isHit(line.slice(0, mostSearched))) lineIndexes.push(at);
  }
  return lineIndexes;
}

/** `name:5: a line with a hit`, `name-6- one beside it`. */
function shown(
  lines: readonly string[],
  lineIndexes: readonly number[],
  around: number,
  name: string,
): string[] {
  const hits = new Set(lineIndexes);
  const near = new Set(
    lineIndexes.flatMap((at) =>
      Array.from({ length: 2 * around + 1 }, (_none, step) => at - around + step),
    ),
  );
  return [...near]
    .filter((at) => at >= 0 && at < lines.length)
    .map((at) => {
      const mark = hits.has(at) ? ':' : '-';
      const line = (lines[at] ?? '').replace(/\r$/, '').slice(0, mostShown);
      return `${name}${mark}${at + 1}${mark} ${line}`;
    });
}
