import { markName } from '#core/text/reversing.ts';

// Colour and cursor sequences of terminals (ECMA-48), which older servers wrote into their logs.
const ansi = /\u001b(?:\[[0-9;:<=>?]{0,40}[ -/]{0,4}[@-~]|[@-Z\\^_])/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
// They reorder the text around them (https://trojansource.codes).
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A log's text as people may safely read it: without terminal sequences, with control characters
 * and direction marks made visible. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(ansi, '')
    .replaceAll('\r\n', '\n')
    .replace(controls, picture)
    .replace(bidirectional, markName);
}

/** The character of Unicode's control pictures. */
function picture(control: string): string {
  const code = control.charCodeAt(0);
  return String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code);
}
