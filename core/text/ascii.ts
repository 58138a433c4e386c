/** Lower case of A to Z alone. Names of the code host are ASCII: toLowerCase() would make a `k` of the
 * Kelvin sign, and so one name of another. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
