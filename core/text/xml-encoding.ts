/** Bytes from the start that have the declaration of an XML file. */
export const xmlStartBytes = 256;

const marks: readonly (readonly [start: string, encoding: string])[] = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
  ['<\0', 'utf-16le'],
  ['\0<', 'utf-16be'],
];

/** The encoding of an XML file for a TextDecoder: that of its first bytes, else the declared one, else
 * UTF-8. */
export function xmlEncoding(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, xmlStartBytes));
  const mark = marks.find(([mark]) => start.startsWith(mark));
  if (mark) return mark[1];
  if (!start.startsWith('<?xml')) return 'utf-8';
  const declaration = start.slice(0, start.indexOf('?>'));
  const [, name = 'utf-8'] =
    /\bencoding {0,9}= {0,9}["']([\w.:-]{1,40})["']/.exec(declaration) ?? [];
  // What can be read byte by byte is not UTF-16, whatever it says.
  return /^utf-?16/i.test(name) ? 'utf-8' : name.toLowerCase();
}

/** The beginning of a decoded file, whose declaration says what it is from now on. */
export function asUtf8(start: string): string {
  return start.replace(
    /^(\ufeff?<\?xml[^>]{1,200}\bencoding {0,9}= {0,9}["'])[\w.:-]{1,40}/,
    '$1UTF-8',
  );
}

/** A whole file as text. TypeError or RangeError: its bytes are not of its encoding, or that is
 * unknown. */
export function xmlText(bytes: Uint8Array): string {
  const encoding = xmlEncoding(bytes);
  const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  return encoding === 'utf-8' ? text : asUtf8(text);
}
