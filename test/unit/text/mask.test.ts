import fc, { seed } from '#test/support/property.ts';
import { describe, expect, it } from 'vitest';
import { maskSecrets, maskTokens, tokenShapes } from '#core/text/mask.ts';
import { hooks, tokens, word } from '#test/support/people/token-shapes.ts';

/** The shape with each of its alternatives alone: `a(?:b|c)` and `a[bc]` are ab and ac. */
function variantsOf({ source }: RegExp): RegExp[] {
  const found = /\(\?:(\w+(?:\|\w+)+)\)|\[([a-z]+)\]/.exec(source);
  const alternatives = found?.[1]?.split('|') ?? found?.[2]?.split('') ?? [''];
  return alternatives.map((each) => new RegExp(found ? source.replace(found[0], each) : source));
}

/** What logs and error messages put around a token. */
const surroundings = fc
  .tuple(
    fc.lorem(),
    // The last letter of an escape is no part of a word.
    fc.constantFrom(
      ...'" \' = ( , / ` > \\n \\u0022 %3D'.split(' '),
      ' ',
      '\n',
      '\t',
      ': ',
      '\u001b[31m',
    ),
    fc.constantFrom(' ', '\n', '"', "'", ')', ', ', '`', '<', '\t'),
    fc.lorem(),
  )
  .map(([before, left, right, after]) => ({ before: before + left, after: right + after }));

const samples = { ...tokens, ...hooks };

describe('mask: token shapes (S10)', () => {
  it.each(tokenShapes.flatMap(variantsOf))('a sample has the shape %s', (shape) => {
    const all = Object.values(samples).flatMap((family) =>
      fc.sample(family, { numRuns: 200, seed }),
    );
    expect(all.some((sample) => shape.test(sample))).toBe(true);
  });

  it.each(Object.keys(samples))('%s', (name) => {
    const shape = samples[name] ?? fc.constant('');
    fc.assert(
      fc.property(shape, surroundings, (token, { before, after }) => {
        for (const mask of [maskSecrets, maskTokens]) {
          const masked = mask(before + token + after);
          expect(masked).not.toContain(token);
          expect(masked).not.toContain(token.slice(-16).trim());
          expect(masked).toContain('***');
        }
      }),
      { numRuns: 40 },
    );
  });
});

const contexts: [string, (secret: string) => string][] = [
  ['assignment', (secret) => `password=${secret}`],
  ['environment', (secret) => `export TESTS_REPO_TOKEN=${secret}\n`],
  ['spaced', (secret) => `Secret : ${secret}`],
  ['a blank', (secret) => `the password ${secret} was refused`],
  ['words with a blank', (secret) => `API key: ${secret}`],
  ['JSON', (secret) => JSON.stringify({ scm_token: secret, next: 1 })],
  ['JSON in JSON', (secret) => JSON.stringify(JSON.stringify({ api_key: secret }))],
  [
    'JSON in JSON in JSON',
    (secret) => JSON.stringify(JSON.stringify(JSON.stringify({ token: secret }))),
  ],
  ['XML', (secret) => `<adminPassword>${secret}</adminPassword>`],
  ['query in a query', (secret) => `/go?to=%2Fx%3Faccess_token%3D${secret}%26page%3D2`],
  ['YAML', (secret) => `webhook-secret: '${secret}'`],
  ['header', (secret) => `X-Api-Key: ${secret}`],
  ['Python', (secret) => `{'private_key': '${secret}'}`],
  ['Go', (secret) => `password := "${secret}"`],
  ['a coloured name', (secret) => `\u001b[36mtoken\u001b[0m=${secret}`],
  ['Ruby', (secret) => `:secret => "${secret}"`],
  ['query', (secret) => `GET /x?access_token=${secret}&page=2`],
  ['signed link', (secret) => `https://b/k?X-Amz-Signature=${secret}&X-Amz-Date=1`],
  ['flag', (secret) => `deploy --api-key ${secret} --verbose`],
  ['quoted flag', (secret) => `deploy --password "${secret}"`],
  ['URL', (secret) => `fatal: unable to access 'https://user:${secret}@host/r.git/'`],
  ['URL without user', (secret) => `https://${secret}@host/r.git`],
  ['URL in JSON of PHP', (secret) => `"https:\\/\\/user:${secret}@host\\/r.git"`],
  ['URL of a database', (secret) => `postgres://app:${secret}@db:5432/x`],
  ['Authorization', (secret) => `> Authorization: token ${secret}`],
  ['Authorization in JSON', (secret) => JSON.stringify({ Authorization: `Basic ${secret}` })],
  [
    'a header in JSON in JSON in JSON',
    (secret) =>
      [0, 1, 2].reduce<unknown>((inner) => JSON.stringify(inner), { Cookie: secret }) as string,
  ],
  ['headers in JSON', (secret) => JSON.stringify(`GET /\r\nCookie: sid=${secret}`)],
  ['Cookie', (secret) => `Cookie: theme=dark; app_session=${secret}`],
];

describe('mask: values named by their context (S10)', () => {
  it.each(contexts)('%s', (_name, write) => {
    fc.assert(
      fc.property(word(6, 40), (random) => {
        const secret = `Zq9${random}`;
        expect(maskSecrets(write(secret))).not.toContain(secret);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['password="two words"', 'password="***"'],
    ['{"password":"a\\"b","user":"me"}', '{"password":"***","user":"me"}'],
    ['password=a,b;c&user=me', 'password=***&user=me'],
    ['password 7fK3xQ9w', 'password ***'],
    ['token "7fK3" and private key 123456', 'token "***" and private key ***'],
    ["password expired, Unexpected token '<'", "password expired, Unexpected token '<'"],
    ['token spend 12, secret v2, 3k tokens 4k', 'token spend 12, secret v2, 3k tokens 4k'],
    ['token: null, token=true', 'token: null, token=true'],
    ['Bearer abcdef1234567890', 'Bearer ***'],
    ['basic understanding of bearer instruments', 'basic understanding of bearer instruments'],
    ['ssh://git@host/path and git@host:path', 'ssh://git@host/path and git@host:path'],
    ['max_tokens: 4096, input_tokens=12', 'max_tokens: 4096, input_tokens=12'],
    ['https://host/a@b?mail=c@d', 'https://host/a@b?mail=c@d'],
    ['before -----BEGIN PRIVATE KEY-----\nMIIE', 'before ***'],
    ['https://hooks.slack.com/services/T0/B0/x1', 'https://hooks.slack.com/services/***'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(maskSecrets(text)).toBe(expected);
  });

  it('leaves source code alone when only tokens are wanted', () => {
    const code = 'function login(password: string, token: Token) {}';
    expect(maskTokens(code)).toBe(code);
  });
});

describe('mask: known secrets (S10)', () => {
  const unusual = fc.string({ minLength: 6, maxLength: 60, unit: 'grapheme' });

  it('in any spelling and any place', () => {
    fc.assert(
      fc.property(unusual, fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(!'***'.includes(secret) && !secret.includes('*'));
        const spelled = [
          secret,
          encodeURIComponent(secret),
          JSON.stringify(secret).slice(1, -1),
          Buffer.from(secret).toString('base64'),
          Buffer.from(secret).toString('base64url'),
        ];
        for (const text of spelled) {
          expect(maskTokens(`${before}${text}${after}`, [secret])).not.toContain(text);
        }
      }),
    );
  });

  const special = 'p/q+&<w~1"\\z';
  it.each<[name: string, text: string]>([
    ['percent-encoded in lower case', 'p%2fq%2b%26%3cw~1%22%5cz'],
    ['percent-encoded but for its slashes', 'p/q%2B%26%3Cw~1%22%5Cz'],
    ['of a form', 'p%2Fq%2B%26%3Cw%7E1%22%5Cz'],
    ['in JSON of Go', 'p/q+\\u0026\\u003cw~1\\"\\\\z'],
    ['in JSON of PHP', 'p\\/q+&<w~1\\"\\\\z'],
    ['in XML', 'p/q+&amp;&lt;w~1&quot;\\z'],
    ...['', 'b', 'bo', 'bob'].map((user) => {
      const login = Buffer.from(`${user}:${special}:${user}`).toString('base64');
      return [`in base64 behind '${user}:'`, login] as [string, string];
    }),
  ])('%s: %s', (_, text) => {
    const masked = maskTokens(`x ${text} y`, [special]);
    expect(masked).toMatch(/^x .{0,8}\*\*\*.{0,8} y$/);
  });

  it('one inside another leaves nothing of the longer', () => {
    expect(maskTokens('x hunter2hunter2 y', ['hunter2', 'hunter2hunter2'])).toBe('x *** y');
  });

  it('too short to be told from a word: left', () => {
    expect(maskTokens('abc abcde', ['abc', 'abcde'])).toBe('abc abcde');
  });
});

describe('mask: any text', () => {
  it('masking twice changes nothing more', () => {
    const pieces = fc.constantFrom(
      ...'password= token: " \' \\ *** ://u:p@h Bearer Authorization: https :// eyJ . - , & \n a1'.split(
        ' ',
      ),
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const once = maskSecrets(parts.join(''));
        expect(maskSecrets(once)).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    'eyJ-',
    'eyJaaaaaaaaaa.',
    '://',
    'a://b:',
    '--',
    '-',
    'token',
    'token="',
    'token>a',
    "token='\\",
    'password=\\',
    'SG.',
    '-----BEGIN PRIVATE KEY-----',
    'a@',
    'Bearer ',
    'Bearer a',
    'token:    ',
    '\\"',
    'authorization: ',
    'cookie',
    'x',
    ' ',
    'gh',
    'ghp_',
    '--a',
  ])('half a million characters of %j end within the time of a test (S15)', (piece) => {
    const text = piece.repeat(500_000 / piece.length);
    expect(typeof maskSecrets(text)).toBe('string');
    expect(typeof maskSecrets(`Bearer ${'a'.repeat(500_000)}`)).toBe('string');
  });
});
