import names from 'color-name';

/** Six lower-case hexadecimal digits, as the code host stores colours, of `#D93F0B` or a CSS name. */
export function readColour(text: string): string | undefined {
  const value = text.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(value)) return value;
  const rgb = Object.hasOwn(names, value) ? names[value as keyof typeof names] : undefined;
  return rgb && Buffer.from(rgb).toString('hex');
}
