import { createHash } from 'node:crypto';

/**
 * Marks text of strangers as data in a prompt. The mark is a hash of the text, so that no text can
 * contain its own end mark and continue as an instruction.
 */
export function quote(label: string, text: string): string {
  const mark = createHash('sha256').update(label).update('\0').update(text).digest('hex');
  const tag = `data-${mark.slice(0, 12)}`;
  return `${label}:\n<${tag}>\n${text.trimEnd()}\n</${tag}>\n`;
}

/** For fill(): a prompt is plain text. What strangers wrote is between marks or in a JSON string. */
export const asIs = (text: string): string => text;
