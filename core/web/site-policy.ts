const directives = [
  `default-src 'none'`,
  // `file:` is for unpacked archives: some browsers do not treat it as 'self'.
  `script-src 'self' file:`,
  `style-src 'self' file:`,
  `font-src 'self' file:`,
  `img-src 'self' file: data:`,
  // The star count of github.js.
  `connect-src 'self' https://api.github.com`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `require-trusted-types-for 'script'`,
  // The only script URL that is made at run time loads a part of the search index.
  `trusted-types lantern-search`,
];

/** In a meta tag of every page of a rendered site, because sites are also read offline. */
export const sitePolicy = directives.join('; ');

/** The headers of a served site; a meta tag cannot set frame-ancestors. */
export const siteHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': `${sitePolicy}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
