import { describe, expect, it } from 'vitest';
import { callTool, fillHeader, fillUrl } from '#core/agent/call-tool.ts';
import { readCustomTool } from '#core/agent/custom-tool.ts';
import type { Fetch } from '#core/platform/ports/fetch.ts';

describe('templates of a custom tool', () => {
  it.each([
    ['https://a.example/{x}', { x: 'a/b?c#d&e f' }, 'https://a.example/a%2Fb%3Fc%23d%26e%20f'],
    ['https://a.example/{constructor}', {}, 'https://a.example/'],
    ['https://a.example/{x}', { x: { y: 1 } }, 'https://a.example/%7B%22y%22%3A1%7D'],
    ['https://a.example/{x}', { x: '\ud800' }, 'https://a.example/%EF%BF%BD'],
  ])('%s with %j is %s', (template, values, url) => {
    expect(fillUrl(template, values)).toBe(url);
  });

  it.each([
    ['https://a.example/{x}/b', { x: '..' }],
    ['https://a.example/.{x}/b', { x: '.' }],
    ['https://a.example/%2{x}./b', { x: 'e' }],
  ])('of a URL let no argument leave its folder: %s with %j (S5)', (template, values) => {
    expect(() => fillUrl(template, values)).toThrow('leads to another folder');
  });

  it('leave no line break in a header', () => {
    expect(fillHeader('Bearer {x}', { x: 'a\r\nx-admin: 1' })).toBe('Bearer ax-admin: 1');
  });
});

describe('a custom tool', () => {
  const http = { method: 'POST', url: 'https://a.example' };
  const tool = { name: 'a', description: '', parameters: { type: 'object' }, http };

  it('takes both spellings, and camelCase wins', () => {
    const both = {
      ...{ queryParams: { a: '1' }, query_params: { a: '2' }, body_template: { b: '{c}' } },
      ...{ timeoutMs: 5, timeout_ms: 6 },
    };
    expect(readCustomTool({ ...tool, http: { ...http, ...both } })?.http).toEqual({
      ...{ ...http, headers: {}, query: { a: '1' }, body: { b: '{c}' }, timeout_ms: 5 },
    });
    expect(readCustomTool(tool)?.http.timeout_ms).toBe(30_000);
    const query = { n: 5, all: true };
    expect(readCustomTool({ ...tool, http: { ...http, query_params: query } })?.http.query).toEqual(
      {
        ...{ n: '5', all: 'true' },
      },
    );
  });

  it.each([
    [{ description: 5 }],
    [{ http: { ...http, url: 'http:///{city}' } }],
    [{ http: { ...http, url: 'https://' } }],
    [{ http: { ...http, url: '//a.example' } }],
    [{ parameters: { type: 'array' } }],
    [{ http: { url: 'https://a.example' } }],
    [{ http: { ...http, method: 'get' } }],
    [{ http: { ...http, headers: { a: 5 } } }],
    [{ http: { ...http, timeout_ms: 0 } }],
  ])('is refused with %j', (change) => {
    expect(readCustomTool({ ...tool, ...change })).toBeUndefined();
  });
});

describe('a call of a custom tool', () => {
  it.each([
    ['http://127.0.0.1/{x}', true],
    ['http://127.0.0.1:80?x={x}', true],
    ['http://{x}/', false],
    ['http://127.0.0.1{x}/', false],
    ['http://user:{x}@127.0.0.1/', false],
    ['http:///{x}', false],
  ])('to %s may reach a private host: %s (S4)', async (url, isTrusted) => {
    const asked: unknown[] = [];
    const fetch: Fetch = (_url, { trusted } = {}) => {
      asked.push(trusted);
      throw new Error('no network');
    };
    const http = { method: 'GET' as const, url, headers: {}, query: {}, timeout_ms: 1 };
    const tool = { name: 'a', description: 'a', parameters: {}, http };
    const { signal } = new AbortController();
    await callTool({ fetch, environment: {} }, tool, { x: '127.0.0.1' }, signal);
    expect(asked.filter((each) => each === true)).toHaveLength(isTrusted ? 1 : 0);
  });
});
