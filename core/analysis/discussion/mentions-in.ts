const mostNames = 20;

/** The names after `@` in a comment, in lower case. A mail address is none. */
export function mentionsIn(comment: string): string[] {
  const names = new Set<string>();
  for (const [, name = ''] of comment.matchAll(
    /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}][\p{L}\p{N}._-]{0,99})/gu,
  )) {
    names.add(name.replace(/[.-]+$/, '').toLowerCase());
    if (names.size === mostNames) break;
  }
  return [...names];
}
