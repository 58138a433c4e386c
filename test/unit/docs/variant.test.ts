import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSiteName } from '#core/docs/schema.ts';
import { ownerBefore, siteAddress } from '#core/docs/site/files/site-path.ts';
import { inPath, projectOf, variantName } from '#core/docs/variant.ts';
import { withQuery } from '#core/http/request/address.ts';
import { parseRef } from '#core/platform/adapters/net/git/source.ts';

const long = 'x'.repeat(81);

describe('the name of a branch in addresses', () => {
  it.each([
    ['main', 'x@main'],
    ['v1.2.0', 'x@v1.2.0'],
    ['feature/login', 'x@feature~login'],
    ['a@b', 'x@a~~40b'],
    ['50%', 'x@50~~25'],
    ['über/größe', 'x@~~c3~~bcber~gr~~c3~~b6~~c3~~9fe'],
    ['a-b', 'x@a-b'],
  ])('%s is %s', (branch, name) => {
    expect(variantName('x', branch)).toBe(name);
    expect([isSiteName(name), projectOf(name), inPath(name)]).toEqual([true, 'x', name]);
  });

  it('is no other branch’s, and a path below no other site', () => {
    const part = fc.string({
      unit: fc.constantFrom(...'ab40-.@%~é#?'),
      minLength: 1,
      maxLength: 5,
    });
    const branch = fc
      .array(part, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('/'))
      .filter((text) => {
        try {
          return parseRef(text) === text;
        } catch {
          return false;
        }
      });
    fc.assert(
      fc.property(branch, branch, (one, other) => {
        const [name, second] = [variantName('x', one), variantName('x', other)];
        expect(name === second).toBe(one === other);
        expect(isSiteName(name)).toBe(true);
        expect(siteAddress(`${name}/a.html`)).toEqual({ name, file: 'a.html' });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ...['x@', '@main', 'x@a@b', 'x@a..b', 'x@a/b', 'x@a%2fb', `x@${long}`, '../x@main', 'x@\0'],
    ...['x@a b', 'x@é', '@'],
  ])('%j is no name of a site (S5)', (name) => {
    expect(isSiteName(name)).toBe(false);
  });

  it('may be as long as an address takes', () => {
    expect(() => variantName('x', long)).toThrow('at most 80 characters');
  });

  it('keeps the name in the address that it redirects to', () => {
    expect(withQuery('/docs/x@v1/', new URLSearchParams())).toBe('/docs/x@v1/');
  });

  it.each(['x@v1', 'x%40v1'])('keeps the owner of the page before: %s', (path) => {
    const referer = `https://docs.example/docs/${path}/a.html?owner=uma`;
    expect(ownerBefore({ referer, host: 'docs.example' }, 'x@v1')).toBe('uma');
    expect(ownerBefore({ referer, host: 'docs.example' }, 'x')).toBeUndefined();
  });
});
