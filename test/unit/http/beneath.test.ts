import { describe, expect, it } from 'vitest';
import { html, json, redirect } from '#core/http/reply/reply.ts';
import { beneath } from '#core/http/reply/beneath.ts';

const below = (text: string, prefix = '/analysis') => beneath({ prefix }, html(200, text)).body;

describe('a page behind another service', () => {
  it.each([
    ['<a href="/results/1">', '<a href="/analysis/results/1">'],
    ['<a\nclass="x"\nhref="/">', '<a\nclass="x"\nhref="/analysis/">'],
    ['<form action="/a"><button formaction="/b">', 0],
    ['<script src="/assets/x.js">', '<script src="/analysis/assets/x.js">'],
    ['<lantern-form next="/results/{id}">', '<lantern-form next="/analysis/results/{id}">'],
    ['<html lang="en">', '<html data-prefix="/analysis" lang="en">'],
    // Other services, texts and values of forms.
    ['<a href="http://127.0.0.1:8080/" data-in-front="/sessions/">', '<a href="/sessions/">'],
    ['<a href="//host/x">', '<a href="//host/x">'],
    ['<a href="https://host/x">', '<a href="https://host/x">'],
    ['<input name="next" value="/x" title="/y">', '<input name="next" value="/x" title="/y">'],
    ['<p>href=&#34;/x&#34; src=/y</p>', '<p>href=&#34;/x&#34; src=/y</p>'],
  ])('%s', (text, expected) => {
    const both = '<form action="/analysis/a"><button formaction="/analysis/b">';
    expect(below(text)).toBe(expected || both);
    expect(below(text, '')).toBe(text);
  });

  it('redirects below its prefix, and elsewhere as it says', () => {
    const location = (to: string) =>
      beneath({ prefix: '/agent' }, redirect(303, to)).headers?.['location'];
    expect(['/read/1', '//evil.example', 'https://host/'].map(location)).toEqual([
      ...['/agent/read/1', '//evil.example', 'https://host/'],
    ]);
  });

  it('leaves what is no page', () => {
    const reply = json(200, { text: '<a href="/x">' });
    expect(beneath({ prefix: '/agent' }, reply)).toEqual(reply);
  });
});
