import { eastAsianWidth } from 'get-east-asian-width';

/** The columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e…]*$/.test(text)) return text.length;
  return symbols(text).reduce((sum, symbol) => sum + symbolWidth(symbol), 0);
}

/** At most so many columns of a text; an ellipsis says that some are missing. */
export function cutTo(columns: number, text: string): string {
  if (textWidth(text) <= columns) return text;
  let cut = '';
  let room = columns - 1;
  for (const symbol of symbols(text)) {
    room -= symbolWidth(symbol);
    if (room < 0) break;
    cut += symbol;
  }
  return `${cut}…`;
}

/** What a reader takes for one character. */
function symbols(text: string): string[] {
  // Its rules take 10 ms to load: only for text that is not plain ASCII.
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

function symbolWidth(symbol: string): number {
  if (/^\p{RGI_Emoji}$/v.test(symbol)) return 2;
  // Alone it joins the character before it.
  if (/^[\p{M}\p{Cf}]/u.test(symbol)) return 0;
  return eastAsianWidth(symbol.codePointAt(0) ?? 0);
}
