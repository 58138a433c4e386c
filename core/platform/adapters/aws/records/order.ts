// Sort keys whose order by UTF-8 bytes, which is DynamoDB's, is the order of the values.
import { createHash, randomBytes } from 'node:crypto';

/** Between the values of a key; sorts before everything that a value may contain. */
export const separator = '\u0001';
/** After everything that a value may contain. */
export const highest = '\u{10ffff}';
const escaped = /[\u0000-\u0002\u{10fffe}\u{10ffff}]/gu;
const escapes: Record<string, string> = {
  '\u0000': '\u00020',
  '\u0001': '\u00021',
  '\u0002': '\u00022',
  '\u{10fffe}': '\u{10fffe}0',
  '\u{10ffff}': '\u{10fffe}1',
};

/** Text begins with a prefix exactly when its encoding begins with the prefix's encoding. */
export function encodeText(text: string): string {
  return text.toWellFormed().replace(escaped, (character) => escapes[character] ?? character);
}

/** 16 hexadecimal digits: the bits of the double, turned so that they sort like the numbers. */
export function encodeNumber(number: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number === 0 ? 0 : number);
  const bits = view.getBigUint64(0);
  const sortable = bits >> 63n ? ~bits & 0xffff_ffff_ffff_ffffn : bits | (1n << 63n);
  return sortable.toString(16).padStart(16, '0');
}

/** For a column that may be null: null sorts first. */
export function encodeNullable(value: unknown): string {
  return value === null || value === undefined ? '0' : `1${encodeValue(value)}`;
}

export function encodeValue(value: unknown): string {
  if (typeof value === 'number') return encodeNumber(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return encodeText(String(value));
}

/** The key columns' values, joined so that leading columns are prefixes. */
export function encodeKey(columns: readonly string[], row: Record<string, unknown>): string {
  return columns.map((column) => encodeValue(row[column])).join(separator);
}

/** Values that are only ever looked up exactly, for a partition key. */
export function encodeExact(values: readonly unknown[]): string {
  const text = values.map(encodeNullable).join(separator);
  return Buffer.byteLength(text) <= 200 ? `=${text}` : `#${sha256(text)}`;
}

/** As DynamoDB compares: by the bytes of UTF-8. */
export function compareText(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Never given twice. */
export function newToken(): string {
  return randomBytes(9).toString('base64url');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
