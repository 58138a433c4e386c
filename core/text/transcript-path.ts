/** The history of all projects, above their folders. */
export const topHistory = 'history.jsonl';

/** Whether a path below the projects' folders is one of a session or a history. */
export function isTranscript(path: string): boolean {
  return /^[^/]+\/(?:\.history|[^./][^/]*)\.jsonl$/.test(path);
}

export function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}
