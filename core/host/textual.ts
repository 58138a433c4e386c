const text = /^(text\/|application\/(json|javascript|xml)\b|application\/[\w.+-]+\+(json|xml)\b)/i;

/**
 * Whether API Gateway passes a body on as text. Everything else, forms and bodies without a type
 * included, arrives as base64. A text that is not valid UTF-8 comes through damaged there; the
 * gateway of this host keeps such bytes by sending base64 then (see gateway.ts).
 */
export function textual(headers: Readonly<Record<string, string | undefined>>): boolean {
  return headers['content-encoding'] === undefined && text.test(headers['content-type'] ?? '');
}
