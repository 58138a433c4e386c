/** Text of others moves no cursor, sets no title of a terminal and reverses no line. */
export function plain(text: string): string {
  return text.replace(/[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');
}
