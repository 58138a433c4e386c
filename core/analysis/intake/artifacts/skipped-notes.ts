const namesInNote = 5;
const longestName = 200;

/** One note for each reason. */
export function skippedNotes(
  skipped: readonly (readonly [path: string, reason: string])[],
): string[] {
  const byReason = Map.groupBy(skipped, ([, reason]) => reason);
  return [...byReason].map(([reason, entries]) => {
    const names = entries.slice(0, namesInNote).map(([path]) => path.slice(0, longestName));
    const more = entries.length - names.length;
    const list = names.join(', ') + (more > 0 ? ` and ${more} more` : '');
    return `Artifacts that were not read: ${list}: ${reason}`;
  });
}
