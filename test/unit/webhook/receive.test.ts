import { describe, expect, it, vi } from 'vitest';
import { keptHeaders } from '#core/webhook/receiving/headers.ts';
import { receive } from '#core/webhook/receiving/receive.ts';
import { scanJson, type Shape } from '#core/webhook/receiving/scan-json.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import fc from '#test/support/property.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const shape = { repository: { name: 'text', full_name: 'text' } } as const;

/** What of a value the shape has. */
function cut(value: unknown, wanted: Shape | 'text' | undefined): unknown {
  if (wanted === 'text') return typeof value === 'string' ? value : null;
  if (!wanted || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(wanted).filter((name) => Object.hasOwn(object, name));
  return Object.fromEntries(names.map((name) => [name, cut(object[name], wanted[name])]));
}

const orNothing = (read: () => unknown) => {
  try {
    return { value: read() };
  } catch {
    return undefined;
  }
};
const parsed = (text: string) => orNothing(() => cut(JSON.parse(text), shape));
const scanned = (text: string) => orNothing(() => scanJson(Buffer.from(text), shape));

describe('the names that are read from bytes are those of JSON.parse', () => {
  const space = fc.constantFrom('', ' ', '\n\t', '\r ');
  /** A text of JSON, with some of its characters escaped. */
  const textOf = (characters: fc.Arbitrary<string>) =>
    fc.tuple(characters, fc.array(fc.boolean(), { maxLength: 12 })).map(([text, choices]) => {
      const units = [...text].map((one, at) => {
        const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
        return choices[at] ? one.split('').map(escape).join('') : JSON.stringify(one).slice(1, -1);
      });
      return `"${units.join('')}"`;
    });
  const key = textOf(fc.constantFrom('repository', 'name', 'full_name', 'x', '__proto__', 'Name'));
  const scalar = fc.oneof(
    textOf(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('owner/repo', '\u212Aepo'))),
    fc.constantFrom('0', '-1.5e+3', '1E9', '12345678901234567890', 'true', 'false', 'null'),
  );
  const { document } = fc.letrec<{ document: string; list: string; object: string }>((tie) => ({
    document: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('object')),
    list: fc
      .tuple(space, fc.array(tie('document'), { maxLength: 3 }))
      .map(([gap, all]) => `[${gap}${all.join(`${gap},`)}]`),
    object: fc
      .tuple(
        space,
        fc.uniqueArray(fc.tuple(key, tie('document')), {
          maxLength: 5,
          selector: ([name]) => JSON.parse(name) as string,
        }),
      )
      .map(
        ([gap, all]) => `{${all.map(([name, one]) => `${gap}${name}${gap}:${one}`).join()}${gap}}`,
      ),
  }));

  it('in every document', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(scanned(text)).toEqual(parsed(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('in no other text', () => {
    const inserts = fc.constantFrom('', '"', '}', ',', '0', '\\', '\u0001', 'e', '[', ':');
    const broken = fc.tuple(document, fc.nat(), inserts).map(([text, place, inserted]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + inserted + text.slice(at + (inserted === '' ? 1 : 0));
    });
    fc.assert(
      fc.property(broken, (text) => {
        const result = scanned(text);
        // JSON that is refused has a key of the shape twice.
        if (!result && parsed(text)) expect(text.split('":').length).toBeGreaterThan(2);
        else expect(result).toEqual(parsed(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['a key twice', '{"repository":{"name":"a","name":"b"}}'],
    ['a key twice, once escaped', '{"repository":{},"\\u0072epository":{"name":"b"}}'],
    ['501 levels', `${'['.repeat(501)}${']'.repeat(501)}`],
    ['invalid UTF-8', Buffer.from('{"x":"\xE9"}', 'latin1')],
    ['a byte order mark', '\uFEFF{}'],
    ['nothing', ''],
    ['a number with a zero before it', '{"x":01}'],
    ['a digit of another alphabet', '{"x":\u0661}'],
    ['a second value', '{} {}'],
    ['a comma at the end', '{"x":[1,]}'],
    ['an escape of three digits', '{"x":"\\u12g4"}'],
  ])('and %s is refused', (_, text) => {
    expect(() => scanJson(Buffer.from(text as string), shape)).toThrow(SyntaxError);
  });
});

describe('a body that is not signed', () => {
  const world = eachTest(webhookWorld);
  const bodyOf = (full_name: string) => {
    const repository = JSON.stringify({ name: full_name.split('/')[1], full_name });
    return Buffer.from(`{"repository":${repository},"x":[${'{},'.repeat(2_000_000)}0]}`);
  };

  it.each([
    ['of a repository with a secret', 'owner/repo', 'no_signature'],
    ['of a repository that is not configured', 'owner/other', undefined],
  ])('%s is not parsed (S14)', async (_, fullName, refusal) => {
    const { configure, platform } = world();
    await configure('', '    webhook-secret: own-secret\n  x:\n    name: owner/x\n');
    const bytes = bodyOf(fullName);
    const parse = vi.spyOn(JSON, 'parse');
    const headers = { 'x-scm-event': 'ping' };
    const received = receive(platform, { headers, address: '127.0.0.1', body: () => bytes });
    if (refusal) await expectFailure(received, 'forbidden', refusal);
    else await received;
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length));
    parse.mockRestore();
    // The body as a document would take 100 MB.
    expect(longest).toBeLessThan(1_000);
  });
});

it('headers that hold keys or cookies are not kept (S10)', () => {
  const secret = ['cookie', 'set-cookie', 'authorization', 'proxy-authorization', 'x-api-key'];
  const more = ['x-hub-signature-256', 'x-auth-token', 'x-webhook-secret'];
  const headers = Object.fromEntries([...secret, ...more].map((name) => [name, 'a=b']));
  expect(keptHeaders({ ...headers, 'x-scm-event': 'push' })).toEqual({ 'x-scm-event': 'push' });
});
