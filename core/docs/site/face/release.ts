import { shortName } from './main-package.ts';
import type { ProjectFace } from '../../schema.ts';

const release = /^v?(\d{1,8}(?:\.\d{1,8}){1,3}(?:[-+.][\w.-]{1,30})?)$/;

/** Without `v`. Undefined: it is no version of a release, such as the 0.0.0 of templates. */
export function releaseOf(version: unknown): string | undefined {
  const plain = typeof version === 'string' ? release.exec(version)?.[1] : undefined;
  return plain === undefined || /^0\.0\.0/.test(plain) ? undefined : plain;
}

function withoutPrefix(tag: string, project: string): string {
  const [, prefix = '', version = ''] = /^(.{1,100}?)[-_@/]v?(\d.*)$/.exec(tag) ?? [];
  const isOwn =
    /^(?:v|version|rel|releases?)$/i.test(prefix) || shortName(prefix) === shortName(project);
  return isOwn ? version : tag;
}

/** The newest release by tag, else the manifest's. `tags` are newest first; a prefix is the project's
 * `name`, or a word for releases: other ones are of other packages of the repository. */
export function shownVersion(
  face: Pick<ProjectFace, 'version'> | null,
  tags: readonly string[],
  name: string,
): string | null {
  const [tagged] = tags.flatMap((tag) => releaseOf(withoutPrefix(tag, name)) ?? []);
  return tagged ?? face?.version ?? null;
}
