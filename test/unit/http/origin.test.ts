import { expect, it } from 'vitest';
import { isAllowedOrigin } from '#core/http/request/origin.ts';

const pages = 'https://d1.cloudfront.net';

it.each([
  [{ Origin: pages }, pages, true],
  [{ origin: 'https://d1.cloudfront.net:443' }, `${pages}/`, true],
  [{ Origin: 'https://evil.example' }, pages, false],
  [{ Origin: 'http://d1.cloudfront.net' }, pages, false],
  [{ ORIGIN: 'null' }, pages, false],
  [{ Origin: '' }, pages, false],
  [{ Origin: pages }, `https://d2.cloudfront.net ${pages}`, true],
  [{ Origin: 'https://evil.example' }, `https://d2.cloudfront.net ${pages}`, false],
  [{}, pages, true],
  [{ Origin: 'https://evil.example' }, undefined, true],
])('a socket from %j to the pages at %s is allowed: %s (S12)', (headers, own, expected) => {
  expect(isAllowedOrigin(headers, { LANTERN_ORIGIN: own })).toBe(expected);
});
