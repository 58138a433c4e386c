/** The host takes 65,536 characters; the rest is for marks and headings. */
export const mostCharacters = 60_000;

/** Cuts a text into pieces of that size, not inside a character. */
export function pieces(text: string, most = mostCharacters): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    const cut = text.slice(at, at + most);
    const isHalf = at + most < text.length && /[\ud800-\udbff]$/.test(cut);
    const piece = isHalf ? cut.slice(0, -1) : cut;
    found.push(piece);
    at += piece.length;
  }
  return found;
}
