/** The URL with rel="next" in a Link header (RFC 8288). Undefined: the last page. */
export function nextPage(link: string | undefined): string | undefined {
  for (const [, url, parameters = ''] of (link ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s{0,9}rel="?next"?(?![\w-])/i.test(parameters)) return url;
  }
  return undefined;
}
