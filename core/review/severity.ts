/** The most severe first. */
export const severities = ['critical', 'warning', 'suggestion'] as const;
export type Severity = (typeof severities)[number];

const longestTitle = 80;

/** The severity of a comment and the title of its first line. Without a marker: a suggestion. */
export function readMarker(body: string): { severity: Severity; title: string } {
  const [first = ''] = body.trimStart().split('\n');
  const [marker, name = ''] = /^### \[(CRITICAL|WARNING|SUGGESTION)\]/.exec(first) ?? [];
  const severity = severities.find((each) => each === name.toLowerCase()) ?? 'suggestion';
  const title = first.slice(marker?.length ?? 0).trim();
  return { severity, title: [...title].slice(0, longestTitle).join('') };
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(least);
}
