import type { Severity } from '../severity.ts';

/** A body with the marker of its severity; the first line of the text is the title. */
export function markedBody(severity: Severity, text: string, title?: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  const heading = `### [${severity.toUpperCase()}] ${title ?? first}`;
  const body = title === undefined ? rest.join('\n').trim() : text.trim();
  return body === '' ? heading : `${heading}\n\n${body}`;
}
