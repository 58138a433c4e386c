import * as z from 'zod/mini';
import { releaseOf } from './release.ts';

const nullableText = z.nullable(z.string());

/** What the home of a site shows of the project itself, read from the tree without a model. */
export const projectFace = z.object({
  /** One line for a shell, such as `npm install ky`. Null: no public package is known. */
  install: nullableText,
  /** From the manifest, without `v`. */
  version: nullableText,
  /** The first code of the README that shows how the project is used. */
  sample: z.nullable(
    z.object({ language: z.string(), code: z.string(), path: z.string(), line: z.int() }),
  ),
});
export type ProjectFace = z.output<typeof projectFace>;

/** The newest release by tag, else the manifest's. `tags` are newest first. */
export function shownVersion(
  face: Pick<ProjectFace, 'version'> | null,
  tags: readonly string[],
): string | null {
  const [tagged] = tags.flatMap((tag) => releaseOf(tag) ?? []);
  return tagged ?? face?.version ?? null;
}
