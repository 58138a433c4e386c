import { maskSecrets } from '#core/text/mask.ts';
import { oneLine } from '#core/text/one-line.ts';
import { singleTildeText } from '#core/text/markdown/single-tilde-text.ts';
import type { NewIssue } from './places/issue-place.ts';

/** The shortest limit of the places: Jira's summary. Places show titles as plain text, without
 * mentions and tags. */
export const maxTitleLength = 255;

interface Signature {
  /** Empty: anonymous. */
  readonly username: string;
  readonly mark: string;
  /** Characters of the body. */
  readonly longest: number;
}

/** What is filed of a text that a person sent: without secrets, mentions and hidden parts. */
export function signedIssue(
  { title, body }: Pick<NewIssue, 'title' | 'body'>,
  { secrets, ...signature }: Signature & { readonly secrets: readonly string[] },
): Pick<NewIssue, 'title' | 'body'> {
  return {
    title: oneLine(maskSecrets(title, secrets), maxTitleLength),
    body: signed(maskSecrets(body, secrets), signature),
  };
}

const footer = /(?:^|\n)---\n+(?:Reported by [^\n]*\n+)?Filed with Lantern[^\n]*$/;
const cutNote = '\n\n… (cut: it was longer than an issue may be)';

/** The text with one footer: a body that was filed before has one. */
export function signed(text: string, { username, mark, longest }: Signature): string {
  const reporter = username === '' ? '' : `Reported by ${plainName(username)}\n\n`;
  const end = `\n\n---\n${reporter}Filed with Lantern (\`${mark}\`)\n`;
  const body = singleTildeText(text.toWellFormed()).trimEnd().replace(footer, '').trimEnd();
  const room = longest - end.length;
  if (body.length <= room) return `${body}${end}`.trimStart();
  return `${body.slice(0, room - cutNote.length).toWellFormed()}${cutNote}${end}`;
}

/** A name is a stranger's text too. */
function plainName(name: string): string {
  return singleTildeText(oneLine(name, 100)).replaceAll(/[[\]()`*_~\\]/g, String.raw`\$&`);
}
