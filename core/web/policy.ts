const directives = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `font-src 'self'`,
  `manifest-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
  // Text becomes markup in one place only, elements/region.ts, which owns the policy of this name.
  `require-trusted-types-for 'script'`,
  `trusted-types lantern`,
];

const refused = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
];

/** For every answer of a service whose cookies travel over TLS alone: browsers do not try plain
 * HTTP again. They ignore it where it comes over plain HTTP. */
export function transportHeaders(secureCookies: boolean): Record<string, string> {
  return secureCookies ? { 'strict-transport-security': 'max-age=31536000' } : {};
}

/** The headers that every HTML page of ours carries. */
export function pageHeaders(): Record<string, string> {
  return {
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': refused.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** For what Assets.find gives: named by content, so it never changes. */
export function assetHeaders(): Record<string, string> {
  return {
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
}
