/** The form in which texts are compared: lower case. NUL, U+0001 and broken surrogates, which an
 * index cannot hold, count as the replacement character. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .toWellFormed()
    .replace(/[\0\u0001]/g, '\uFFFD');
}
