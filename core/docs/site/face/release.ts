import type { ProjectFace } from '../../schema.ts';

const release = /^v?(\d{1,8}(?:\.\d{1,8}){1,3}(?:[-+.][\w.-]{1,30})?)$/;

/** Without `v`. Undefined: it is no version of a release, such as the 0.0.0 of templates. */
export function releaseOf(version: unknown): string | undefined {
  const plain = typeof version === 'string' ? release.exec(version)?.[1] : undefined;
  return plain === undefined || /^0\.0\.0/.test(plain) ? undefined : plain;
}

/** The newest release by tag, else the manifest's. `tags` are newest first. */
export function shownVersion(
  face: Pick<ProjectFace, 'version'> | null,
  tags: readonly string[],
): string | null {
  const [tagged] = tags.flatMap((tag) => releaseOf(tag) ?? []);
  return tagged ?? face?.version ?? null;
}
