/** A mail address is none. */
export const mention = /(?<![\p{L}\p{N}._@-])(@[\p{L}\p{N}][\p{L}\p{N}._-]{0,99})/gu;
const mostNames = 20;

/** The names after `@` in a comment, in lower case. */
export function mentionsIn(comment: string): string[] {
  const names = new Set<string>();
  for (const [name] of comment.matchAll(mention)) {
    names.add(
      name
        .slice(1)
        .replace(/[.-]+$/, '')
        .toLowerCase(),
    );
    if (names.size === mostNames) break;
  }
  return [...names];
}
