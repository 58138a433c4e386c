import { withoutGit } from './url.ts';

/** Whether two addresses mean one repository: by https or ssh, with user and `.git` or without. */
export function isSameRepository(one: string, other: string): boolean {
  return placeOf(one) === placeOf(other);
}

/** Host and path; hosts have no case, and paths are compared without it: code hosts redirect. */
function placeOf(address: string): string {
  const bare = withoutGit(address.trim());
  const short = /^[\w.-]+@([^/:]+):(.+)$/.exec(bare);
  if (short) return `${short[1] ?? ''}/${short[2] ?? ''}`.toLowerCase();
  const long = /^(?:https|ssh):\/\/(?:[^/@]*@)?([^/]+)\/(.+)$/i.exec(bare);
  // A folder.
  if (!long) return bare;
  return `${(long[1] ?? '').replace(/:(?:22|443)$/, '')}/${long[2] ?? ''}`.toLowerCase();
}
