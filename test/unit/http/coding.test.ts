import { describe, expect, it } from 'vitest';
import { codingOf } from '#core/http/reply/coding.ts';
import { isText } from '#core/text/compress.ts';

describe('the coding that a client takes', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.000', undefined],
    ['gzip; q=0.3', 'gzip'],
    ['gzip;q=nonsense', undefined],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.2, gzip;q=0.5', 'gzip'],
    ['deflate, zstd', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    [`${'gzip;q=0,'.repeat(500)}br`, 'br'],
  ])('%s: %s', (header, coding) => {
    expect(codingOf({ headers: { 'accept-encoding': header } })).toBe(coding);
  });
});

it.each([
  ['text/html; charset=utf-8', true],
  ['application/json', true],
  ['application/xml; charset=utf-8', true],
  ['image/svg+xml', true],
  ['application/gzip', false],
  ['image/png', false],
  ['font/woff2', false],
  ['application/octet-stream', false],
  [undefined, false],
])('%s is a text: %s', (type, expected) => {
  expect(isText(type)).toBe(expected);
});
