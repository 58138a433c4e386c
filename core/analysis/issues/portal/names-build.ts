/** True: the text has the URL of the build, and not that of another one which begins with it. */
export function namesBuild(text: string, url: string): boolean {
  for (let at = text.indexOf(url); at >= 0; at = text.indexOf(url, at + 1)) {
    if (!/[\w-]/.test(text.charAt(at + url.length))) return true;
  }
  return false;
}
