/** The history of all projects, above their folders. */
export const topHistory = 'history.jsonl';

/** Folders of other assistants beside those of projects, which never begin so: `@codex.2026.11.26`,
 * `@gemini.<project>`. */
const others = /^@(?:codex|gemini)(?:\.[^/]*)?\//;

/** Whether a path below the projects' folders is one of a session or a history. */
export function isTranscript(path: string): boolean {
  if (others.test(path)) return /\/(?:\.history|rollout-[^/]+|session-[^/]+)\.jsonl?$/.test(path);
  return /^[^/]+\/(?:\.history|[^./][^/]*)\.jsonl$/.test(path);
}

export function isCodex(path: string): boolean {
  return path.startsWith('@codex');
}

export function isGemini(path: string): boolean {
  return path.startsWith('@gemini');
}

export function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}

interface Listed {
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
  readonly identity: string;
}

/** Whether a listed file is the same, and was not written since, as far as the home can tell. */
export function isSameFile(one: Listed, other: Listed | undefined): boolean {
  return (
    one.path === other?.path &&
    one.identity === other.identity &&
    one.size === other.size &&
    one.modified.getTime() === other.modified.getTime()
  );
}
