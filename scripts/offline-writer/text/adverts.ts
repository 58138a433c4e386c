const advert =
  /\bsponsor|\bsupported by:?\s*(?:<|$)|special thanks to:|\/\/ads?\.|[?&]utm_|\$\d+ off\b|\btoday!/im;

/** Paragraphs and elements that advertise are left out, with all that is inside. */
export function withoutAdverts(lines: readonly string[]): string[] {
  const out: string[] = [];
  let isCode = false;
  for (let at = 0; at < lines.length;) {
    const tag = isCode ? undefined : /^<(div|p|table|center|sub)\b/i.exec(lines[at] as string)?.[1];
    let end = at + 1;
    if (tag !== undefined) {
      const close = lines.findIndex((line, index) => index >= at && line.includes(`</${tag}>`));
      end = close === -1 || close > at + 60 ? end : close + 1;
    } else while (end < lines.length && (lines[end] as string).trim() !== '') end++;
    const block = lines.slice(at, end);
    const fences = block.filter((line) => /^\s*(?:```|~~~)/.test(line)).length;
    const isHeading = /^#/.test(block[0] as string);
    if (isCode || fences > 0 || isHeading || !advert.test(block.join('\n'))) out.push(...block);
    if (fences % 2 === 1) isCode = !isCode;
    at = end;
  }
  return out;
}
