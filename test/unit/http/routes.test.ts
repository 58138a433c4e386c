import { describe, expect, it } from 'vitest';
import { bySpecificity, match, patternOf } from '#core/http/routes.ts';

const none = undefined;

describe('match', () => {
  it.each([
    ['/', '/', {}],
    ['/', '', {}],
    ['/', '//', none],
    ['/a', '/a', {}],
    ['/a', '/A', none],
    ['/a', '/a/', none],
    ['/a', '//a', none],
    ['/a', '/%61', none],
    ['/a/{x}', '/a/b', { x: 'b' }],
    ['/a/{x}', '/a/', none],
    ['/a/{x}', '/a', none],
    ['/a/{x}', '/a/b/c', none],
    ['/a/{x}', '/a/b%2Fc', { x: 'b/c' }],
    ['/a/{x}', '/a/b%252Fc', { x: 'b%2Fc' }],
    ['/a/{x}', '/a/%C3%BC', { x: 'ü' }],
    ['/a/{x}', '/a/%zz', { x: '%zz' }],
    ['/a/{x}', '/a/%ff', { x: '%ff' }],
    ['/a/{x}', '/a/..', { x: '..' }],
    ['/a/{x}', '/a/b+c', { x: 'b+c' }],
    ['/a/{x}/b', '/a//b', none],
    ['/{x}/{y}', '/1/2', { x: '1', y: '2' }],
    ['/a/{rest+}', '/a/b/c.html', { rest: 'b/c.html' }],
    ['/a/{rest+}', '/a/b%2Fc/d%20e', { rest: 'b/c/d e' }],
    ['/a/{rest+}', '/a/b/', { rest: 'b/' }],
    ['/a/{rest+}', '/a//b', { rest: '/b' }],
    ['/a/{rest+}', '/a/', none],
    ['/a/{rest+}', '/a', none],
    ['/{rest+}', '/__proto__', { rest: '__proto__' }],
  ])('%s and %s', (path, given, expected) => {
    expect(match(patternOf({ method: 'GET', path }), given)).toEqual(expected);
  });
});

describe('bySpecificity', () => {
  it('puts the most exact first, whatever the order of declaration', () => {
    const exactFirst = ['/a/b/c', '/a/b/{x}', '/a/b', '/a/{x}/c', '/a/{x}', '/a/{x+}', '/{x+}'];
    const turned = [...exactFirst].reverse().map((path) => patternOf({ method: 'GET', path }));
    expect(turned.sort(bySpecificity).map(({ path }) => path)).toEqual(exactFirst);
  });
});
