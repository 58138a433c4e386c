const directives = [
  `default-src 'none'`,
  // `file:` is for readers of an unpacked archive: some browsers do not count it as 'self'.
  `script-src 'self' file:`,
  `style-src 'self' file:`,
  `img-src 'self' file: data:`,
  // The star count of github.js.
  `connect-src 'self' https://api.github.com`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `require-trusted-types-for 'script'`,
  // The one script URL that is made at run time: a part of the search index.
  `trusted-types lantern-search`,
];

/** What every document of a rendered site says of itself, because it is also read without us. */
export const sitePolicy = directives.join('; ');

/** The headers under which we serve it; a document cannot say who may frame it. */
export function siteHeaders(): Record<string, string> {
  return {
    'content-security-policy': `${sitePolicy}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
