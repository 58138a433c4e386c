const allowed = new Set(['http:', 'https:', 'mailto:']);

/** The URL if it cannot run script, else `#`. Relative URLs are allowed. */
export function safeUrl(url: string): string {
  // Browsers drop these before they parse the scheme: "java\tscript:" runs.
  const read = url.replace(
    /[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g,
    '',
  );
  const scheme = /^([^/?#]*?):/.exec(read)?.[1];
  if (scheme === undefined) return url;
  return allowed.has(`${scheme.toLowerCase()}:`) ? url : '#';
}

const onSite = /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/;

/** A path on this site, in ASCII, for a redirect that a query names; other values give the fallback. */
export function localPath(path: string | undefined, fallback = '/'): string {
  const origin = 'http://local.invalid';
  if (path === undefined || !onSite.test(path) || !URL.canParse(path, origin)) return fallback;
  const url = new URL(path, origin);
  const local = `${url.pathname}${url.search}${url.hash}`;
  // "/.//host" becomes "//host", which a browser reads as another site.
  return url.origin === origin && onSite.test(local) ? local : fallback;
}
