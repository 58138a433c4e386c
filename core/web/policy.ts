const policy = [
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
  // Text becomes markup only in elements/region.ts, which makes the first policy; the second one lets
  // the analysis register its service worker (analysis/pages/browser/parts/push.ts).
  `require-trusted-types-for 'script'`,
  `trusted-types lantern lantern-worker`,
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

/** HSTS, for services with secure cookies. Browsers ignore it over plain HTTP. */
export function transportHeaders(secureCookies: boolean): Record<string, string> {
  return secureCookies ? { 'strict-transport-security': 'max-age=31536000' } : {};
}

/** The headers of our HTML pages. `sockets`: the address of a WebSocket API on another host. */
export function pageHeaders(sockets?: string): Record<string, string> {
  return {
    'content-security-policy': policyWith(sockets),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': refused.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

function policyWith(sockets: string | undefined): string {
  const text = policy.join('; ');
  if (sockets === undefined) return text;
  return text.replace(`connect-src 'self'`, `connect-src 'self' ${new URL(sockets).origin}`);
}

/** For assets: their names contain a content hash, so they never change. */
export function assetHeaders(): Record<string, string> {
  return {
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
}
