// They reverse text, and that behind it too (https://trojansource.codes). Languages do not need them.
const reversing = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text whose marks that reverse it are seen. */
export function withoutReversing(text: string): string {
  return text.replace(reversing, markName);
}

/** How a mark that is not seen is written where people read it. */
export function markName(mark: string): string {
  return `⟦U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟧`;
}
