/** Pest writes the error right behind the words that are the name of the test. */
export function withoutTitle(body: string, title: string): string {
  const isGlued =
    /\s/.test(title) && body.startsWith(title) && /[A-Z]/.test(body.charAt(title.length));
  return isGlued ? body.slice(title.length) : body;
}
