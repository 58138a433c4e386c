/** The lines of a text that arrives in parts. Only a line feed ends one: `readline` ends lines at U+2028
 * too, which a text in JSON may contain. */
export async function* linesOf(parts: AsyncIterable<string | Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of parts) {
    const text = typeof part === 'string' ? part : decoder.decode(part, { stream: true });
    if (!text.includes('\n')) {
      rest += text;
      continue;
    }
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
