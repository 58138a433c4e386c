import { createHash, createHmac } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
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

/** Source text of every comparison by `===` and its like in a file. */
function comparisonsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText(source)))
      found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('a secret that a caller gives (S11)', () => {
  const root = resolve(import.meta.dirname, '../../../core');

  it('is compared in constant time', () => {
    const text = readFileSync(join(root, 'identity/keys.ts'), 'utf8');
    const body = text.slice(text.indexOf('export function isSameSecret'));
    expect(body).toContain('return timingSafeEqual(digest(secret), digest(expected));');
    expect(comparisonsIn(join(root, 'identity/keys.ts'))).toEqual([]);
  });

  it('is compared nowhere else', () => {
    const secret = /\b(?:admin_?key|api_?key|secret|new_?key|bearer|\w+_KEY)\b/i;
    const absent = /=== ?(?:undefined|'')$|!== ?(?:undefined|'')$/;
    const files = globSync('**/*.ts', { cwd: root })
      .map((file) => join(root, file))
      .filter((file) => secret.test(readFileSync(file, 'utf8')));
    const found = files.flatMap(comparisonsIn);
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter((text) => secret.test(text) && !absent.test(text))).toEqual([]);
  });
});
