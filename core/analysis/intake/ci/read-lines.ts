/** Longer lines are cut. */
const maxLineLength = 10_000;

/** Gives the lines of a UTF-8 text while it arrives. */
export async function readLines(
  parts: AsyncIterable<Uint8Array>,
  onLine: (line: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let open = '';
  const take = (text: string) => {
    const lines = `${open}${text}`.split('\n');
    open = (lines.pop() ?? '').slice(0, maxLineLength);
    for (const line of lines) onLine(line.slice(0, maxLineLength));
  };
  for await (const part of parts) take(decoder.decode(part, { stream: true }));
  take(decoder.decode());
  if (open !== '') onLine(open);
}
