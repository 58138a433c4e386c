import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { assertBlobPrefix } from '../../rules/blob-key.ts';
import { generationOf } from './names.ts';

/** Written before a publish moves anything, so that a crash half way leaves the staged content
 * where it was and the publish can be repeated. */
export interface PublishPlan {
  readonly prefix: string;
  /** What was shown until then: as long as it is, nobody saw the new version. */
  readonly before: string | null;
  readonly from: string;
  /** The name of the folder beside the link. */
  readonly generation: string;
  /** What was staged stays until the new version is shown. */
  readonly isCopy: boolean;
}

export const planKind = 'publish';

/** Moves staged content back that a killed publish had moved but not yet shown. What it had copied
 * goes where it is not shown, and what was staged where it is. */
export function undoPublish(root: string, leftovers: string): void {
  if (!lstatSync(leftovers).isDirectory()) return;
  for (const file of readdirSync(leftovers).filter((name) => name.endsWith(`.${planKind}`))) {
    const found = readPlan(join(leftovers, file));
    if (!found) continue;
    const link = `${root}/${found.prefix.slice(0, -1)}`;
    const generation = join(dirname(link), found.generation);
    const from = `${root}/${found.from.slice(0, -1)}`;
    const shown = quietly(() => readlinkSync(link)) ?? null;
    const isThere = quietly(() => lstatSync(generation).isDirectory());
    if (found.isCopy) {
      const useless = shown === found.generation ? from : generation;
      if (isThere) rmSync(useless, { recursive: true, force: true });
      continue;
    }
    if (!isThere || shown !== found.before || quietly(() => lstatSync(from))) continue;
    mkdirSync(dirname(from), { recursive: true, mode: 0o700 });
    renameSync(generation, from);
  }
}

/** A torn plan was written before anything moved: there is nothing to undo. */
function readPlan(path: string): PublishPlan | undefined {
  return quietly(() => {
    const found = JSON.parse(readFileSync(path, 'utf8')) as PublishPlan;
    assertBlobPrefix(found.prefix);
    assertBlobPrefix(found.from);
    return generationOf(found.generation) === basename(found.prefix) ? found : undefined;
  });
}

function quietly<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
