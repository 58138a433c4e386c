import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashApiKey, hashToken, isSameSecret, newApiKey, newToken } from '#core/identity/keys.ts';

describe('keys', () => {
  it('have 32 random bytes', () => {
    expect(newApiKey()).toMatch(/^app_[\w-]{43}$/);
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(new Set(Array.from({ length: 100 }, newToken)).size).toBe(100);
  });

  it('are stored as HMAC-SHA256 under the secret, tokens as SHA-256', () => {
    const expected = createHmac('sha256', 'the secret').update('key').digest('hex');
    expect(hashApiKey('the secret', 'key')).toBe(expected);
    expect(hashToken('token')).toBe(createHash('sha256').update('token').digest('hex'));
  });

  it.each([
    ['same', 'same', true],
    ['same', 'samf', false],
    ['same', 'Same', false],
    ['same', 'same ', false],
    ['', 'same', false],
    ['x'.repeat(100_000), 'same', false],
    ['ü', 'u\u0308', false],
    ['ü', 'ü', true],
  ])('%.20j and %j', (given, expected, same) => {
    expect(isSameSecret(given, expected)).toBe(same);
  });
});
