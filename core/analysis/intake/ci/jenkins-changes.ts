import * as z from 'zod/mini';
import { changesWithin, type RunChanges } from '../../base/schema/changes.ts';

const optionalText = z.nullish(z.string());
const entry = z.object({
  commitId: optionalText,
  msg: optionalText,
  author: z.nullish(z.object({ fullName: optionalText })),
  affectedPaths: z.nullish(z.array(z.string())),
});
const changeSet = z.object({ items: z.nullish(z.array(entry)) });

/** The newest builds of a job; a pipeline has `changeSets`, another job `changeSet`. */
export const newestBuilds = z.object({
  builds: z.array(
    z.object({
      number: z.int(),
      result: optionalText,
      changeSets: z.nullish(z.array(changeSet)),
      changeSet: z.nullish(changeSet),
    }),
  ),
});

const set = 'items[commitId,msg,author[fullName],affectedPaths]';
export const newestTree = `builds[number,result,changeSets[${set}],changeSet[${set}]]{0,100}`;

/** Undefined: no build before this one has passed, as far as the list tells. */
export function changesUntil(
  { builds }: z.output<typeof newestBuilds>,
  number: number,
): RunChanges | undefined {
  const upTo = builds
    .filter((build) => build.number <= number)
    .toSorted((one, other) => other.number - one.number);
  const at = upTo.findIndex((build) => build.number < number && build.result === 'SUCCESS');
  const passed = upTo[at];
  if (!passed || upTo[0]?.number !== number) return undefined;
  const commits = new Map<string, RunChanges['commits'][number]>();
  const files: string[] = [];
  for (const { changeSets, changeSet: single } of upTo.slice(0, at)) {
    const items = [...(changeSets ?? []), single].flatMap((each) => each?.items ?? []);
    // A set has the oldest first.
    for (const { commitId, msg, author, affectedPaths } of items.toReversed()) {
      const id = commitId ?? '';
      const message = msg ?? '';
      commits.set(id || message, { id, message, author: author?.fullName ?? '' });
      files.push(...(affectedPaths ?? []));
    }
  }
  const since = `#${passed.number}`;
  return changesWithin({ since, commits: [...commits.values()], files, is_whole: true });
}
