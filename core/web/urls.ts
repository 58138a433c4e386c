const allowed = new Set(['http:', 'https:', 'mailto:']);

/** The URL when following it cannot run script, else `#`. Relative URLs are fine. */
export function safeUrl(url: string): string {
  // Browsers drop these before they read the scheme: "java\tscript:" runs.
  const read = url.replace(
    /[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g,
    '',
  );
  const scheme = /^([^/?#]*?):/.exec(read)?.[1];
  if (scheme === undefined) return url;
  return allowed.has(`${scheme.toLowerCase()}:`) ? url : '#';
}

/** A path on this very site, for redirects that a query names; anything else is the fallback. */
export function localPath(path: string | undefined, fallback = '/'): string {
  if (path === undefined || !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(path)) return fallback;
  const origin = 'http://local.invalid';
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin ? path : fallback;
}
