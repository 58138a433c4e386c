import { Failure } from '#core/platform/failure.ts';
import type { ProjectKey } from './project-files.ts';

// A branch or tag has a site beside that of the default branch. Its row, files, history and address
// have the name `<project>@<branch>`. Access is by project, and one site of a project is
// generated at a time.

/** What file systems take for one name, without that of the project and of an archive. */
const maxLength = 80;

/**
 * The name of a branch in addresses, which is no other branch's: `/` is `~`, which no branch has,
 * and any other character that is not plain is `~~` with its bytes in hexadecimal.
 */
function variantOf(branch: string): string {
  const text = branch
    .split('/')
    .map((part) => part.replace(/[^a-zA-Z0-9._-]/gu, escaped))
    .join('~');
  if (text.length <= maxLength) return text;
  const message = `The branch or tag name is too long for an address: at most ${maxLength} characters`;
  throw new Failure('invalid', 'bad_ref', message);
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `~~${byte.toString(16)}`).join('');
}

/** The name of a branch's site. */
export function variantName(project: string, branch: string): string {
  return `${project}@${variantOf(branch)}`;
}

/** The project of a site. */
export function projectOf(name: string): string {
  const [project = ''] = name.split('@', 1);
  return project;
}

/** The project of a site, with its owner. */
export function projectKey({ owner, name }: ProjectKey) {
  return { owner, name: projectOf(name) };
}

export function isVariant(name: string): boolean {
  return projectOf(name) !== name;
}

/** The last name that a variant of the project can have is before this one. */
export const variantsEnd = '\u007f';

/** In the path of an address: the names of sites need no `%40`. */
export function inPath(name: string): string {
  return encodeURIComponent(name).replace('%40', '@');
}
