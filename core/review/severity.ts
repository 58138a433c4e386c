/** The most severe first. */
export const severities = ['critical', 'warning', 'suggestion'] as const;
export type Severity = (typeof severities)[number];

const maxTitleLength = 80;

const marker = /^### \[(CRITICAL|WARNING|SUGGESTION)\] ?/;

/** The severity of a comment and the title of its first line. Without a marker: a suggestion. */
export function readMarker(body: string): { severity: Severity; title: string } {
  const name = marker.exec(body.trimStart())?.[1] ?? '';
  const severity = severities.find((each) => each === name.toLowerCase()) ?? 'suggestion';
  const [title = ''] = withoutMarker(body).split('\n');
  return { severity, title: [...title.trim()].slice(0, maxTitleLength).join('') };
}

export function withoutMarker(body: string): string {
  return body.trimStart().replace(marker, '');
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(least);
}

/** A body with the marker of its severity; the first line of the text is the title. */
export function markedBody(severity: Severity, text: string, title?: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  const heading = `### [${severity.toUpperCase()}] ${title ?? first}`;
  const body = title === undefined ? rest.join('\n').trim() : text.trim();
  return body === '' ? heading : `${heading}\n\n${body}`;
}
