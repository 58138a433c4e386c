/** What a server says reaches the terminal as text only. */
export function plain(text: string): string {
  return text.replace(/[\0-\x09\x0b-\x1f\x7f-\x9f]+/g, ' ');
}

export function commit(sha: string | null): string {
  return sha?.slice(0, 7) ?? '-';
}
