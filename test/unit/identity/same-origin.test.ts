import { describe, expect, it } from 'vitest';
import { assertNotCrossSite, assertSameOrigin } from '#core/identity/same-origin.ts';

const host = 'lantern.example:8000';
const tls = { host, 'x-forwarded-proto': 'https' };

describe('the page that asks (S12)', () => {
  it.each([
    ['nothing said', {}, false, true],
    ['our origin', { host, origin: `http://${host}` }, true, true],
    ['our origin with TLS', { ...tls, origin: `https://${host}` }, true, true],
    ['our name with TLS', { host, origin: `https://${host}` }, false, false],
    ['our name without TLS', { ...tls, origin: `http://${host}` }, false, false],
    [
      'TLS at the first of two proxies',
      { ...tls, 'x-forwarded-proto': 'https, http', origin: `https://${host}` },
      true,
      true,
    ],
    ['the port of the scheme', { ...tls, host: 'l:443', origin: 'https://l' }, true, true],
    ['our origin in capitals', { host: host.toUpperCase(), origin: `http://${host}` }, true, true],
    ['another origin', { host, origin: 'http://elsewhere.example' }, false, false],
    [
      'our name as its beginning',
      { host, origin: `http://${host}.elsewhere.example` },
      false,
      false,
    ],
    ['our name as a user', { host, origin: `http://${host}@elsewhere.example` }, false, false],
    ['another port', { host, origin: 'http://lantern.example:9000' }, false, false],
    ['no port', { host, origin: 'http://lantern.example' }, false, false],
    ['null', { host, origin: 'null' }, false, false],
    ['an empty origin', { host, origin: '' }, false, false],
    ['an origin without host', { origin: `http://${host}` }, false, false],
    ['same-origin', { host, 'sec-fetch-site': 'same-origin' }, true, true],
    ['same-site', { host, 'sec-fetch-site': 'same-site' }, false, false],
    ['cross-site', { host, 'sec-fetch-site': 'cross-site' }, false, false],
    ['a bookmark', { host, 'sec-fetch-site': 'none' }, false, true],
    [
      'cross-site with our origin',
      { host, origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
      false,
      false,
    ],
  ])('%s', (_name, headers, byCookie, atLogin) => {
    const passes = (check: () => void) => {
      try {
        check();
        return true;
      } catch (error) {
        expect(error).toMatchObject({ kind: 'forbidden', message: 'Cross-origin request refused' });
        return false;
      }
    };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
      expect(passes(() => assertSameOrigin({ method, headers }))).toBe(byCookie);
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(passes(() => assertSameOrigin({ method, headers }))).toBe(true);
    }
    expect(passes(() => assertNotCrossSite({ headers }))).toBe(atLogin);
  });
});
