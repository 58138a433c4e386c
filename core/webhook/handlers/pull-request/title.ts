import type { RepositorySettings } from '../../configuration/repository-settings.ts';

const draftMark = /^\s*wip\s*:/i;

export function isWip(title: string): boolean {
  return draftMark.test(title);
}

/** Whether a title is like `feat(api): add a route`, of the types that the repository allows
 * (conventionalcommits.org 1.0.0). Without types every title is. */
export function isConventional(
  title: string,
  { conventionalTypes }: Pick<RepositorySettings, 'conventionalTypes'>,
): boolean {
  if (!conventionalTypes) return true;
  const [, type = ''] =
    /^([A-Za-z][\w-]{0,49})(?:\([^()\r\n]{1,100}\))?!?: \s{0,9}\S/.exec(title) ?? [];
  return conventionalTypes.some((allowed) => allowed.toLowerCase() === type.toLowerCase());
}
