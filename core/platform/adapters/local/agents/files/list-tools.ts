import type * as Sdk from '../sdk/sdk.ts';
import type { ConfinedFiles } from './confined-files.ts';
import { readGlob } from './expressions.ts';
import { limitOf, result, shownName, type Execute } from './tool-result.ts';
import { timeLimit, walk } from './walk.ts';

interface Named {
  readonly path?: string;
  readonly limit?: number;
}

export function lister(sdk: typeof Sdk, confined: ConfinedFiles): Execute<Named> {
  return async (_call, { path, limit }) => {
    const entries = await confined.list(confined.path(path));
    const most = limitOf(limit, 500);
    const lines = entries
      .slice(0, most)
      .map(({ name, isFolder }) => `${shownName(name)}${isFolder ? '/' : ''}`);
    const note = entries.length > most ? `${most} entries limit reached` : undefined;
    return result(sdk, lines.length === 0 ? ['(empty directory)'] : lines, [note]);
  };
}

export function finder(
  sdk: typeof Sdk,
  confined: ConfinedFiles,
): Execute<Named & { readonly pattern: string }> {
  return async (_call, { pattern, path, limit }, signal) => {
    const isWanted = await readGlob(pattern);
    const folder = confined.path(path);
    // A folder that cannot be read is an error, not empty.
    await confined.list(folder);
    const most = limitOf(limit, 1_000);
    const { files, stopped } = walk(confined, folder, timeLimit(signal));
    const lines: string[] = [];
    for await (const file of files) {
      if (isWanted(file)) lines.push(shownName(file));
      if (lines.length >= most) break;
    }
    const note = lines.length >= most ? `${most} results limit reached` : undefined;
    const none = lines.length === 0 ? ['No files found matching pattern'] : lines;
    return result(sdk, none, [note, stopped()]);
  };
}
