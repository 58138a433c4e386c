import { maskSecrets } from '#core/text/mask.ts';
import { type Message, textOr } from '../entries.ts';
import type { Entry } from '../lines/entry.ts';

const maxPoints = 100;
/** More of a text is not maxRead at. */
const maxRead = 2_000;

/** What an assistant says in the place of a person: commands, notes and instructions. */
const notTyped = /^\s*(?:<[a-z_-]+[ >]|Caveat: |# AGENTS\.md |\[Request interrupted)/;

/** The name that an entry gives to its session. */
export function namedIn(entry: Entry): string | null {
  const { type } = entry;
  const name =
    type === 'summary'
      ? entry['summary']
      : type === 'custom-title'
        ? entry['customTitle']
        : type === 'ai-title' && entry['aiTitle'];
  return short(textOr(name, ''));
}

/** The prompt that names a session which nobody named. */
export function titleOf(entry: Entry, message: Message | undefined): string | null {
  if (message?.type !== 'user' || entry['isMeta'] === true || notTyped.test(message.text))
    return null;
  return short(message.text);
}

/** One line. Secrets are masked before it is cut: half a secret cannot be told from a word. */
function short(text: string): string | null {
  const line = maskSecrets(text.slice(0, maxRead)).replace(/\s+/g, ' ').trim();
  const points = [...line];
  const cut =
    points.length > maxPoints
      ? `${points
          .slice(0, maxPoints - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return cut === '' ? null : cut;
}
