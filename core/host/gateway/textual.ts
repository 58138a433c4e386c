const text = /^(text\/|application\/(json|javascript|xml)\b|application\/[\w.+-]+\+(json|xml)\b)/i;

/**
 * Whether API Gateway passes a body as text. Other types, forms and bodies without a type are base64.
 * API Gateway damages text that is not valid UTF-8; our gateway sends such a body as base64.
 */
export function textual(headers: Readonly<Record<string, string | undefined>>): boolean {
  return headers['content-encoding'] === undefined && text.test(headers['content-type'] ?? '');
}
