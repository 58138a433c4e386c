/** PostgreSQL's text has no NUL. This keeps the order of texts by code point. */
const special = /[\0\u0001]/g;
const escaped = /\u0001([\u0001\u0002])/g;

export function encodeText(text: string): string {
  return text.replace(special, (one) => (one === '\0' ? '\u0001\u0001' : '\u0001\u0002'));
}

export function decodeText(text: string): string {
  if (!text.includes('\u0001')) return text;
  return text.replace(escaped, (_, second) => (second === '\u0001' ? '\0' : '\u0001'));
}
