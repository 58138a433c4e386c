import { hash } from 'node:crypto';

/**
 * Marks text of strangers as data in a prompt. The mark is a hash of the text, so that no text can
 * contain its own end mark and continue as an instruction.
 */
export function quote(label: string, text: string): string {
  const tag = `data-${hash('sha256', `${label}\0${text}`).slice(0, 12)}`;
  return `${label}:\n<${tag}>\n${text.trimEnd()}\n</${tag}>\n`;
}

/** For fill(): a prompt is plain text. What strangers wrote is between marks or in a JSON string. */
export const asIs = (text: string): string => text;
