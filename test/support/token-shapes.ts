import fc, { seed } from './property.ts';

const pick = (characters: string, minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom(...characters), { minLength, maxLength })
    .map((picked) => picked.join(''));
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
export const word = (minLength: number, maxLength = minLength) =>
  pick(letters, minLength, maxLength);
const urlSafe = (minLength: number, maxLength = minLength) =>
  pick(`${letters}-_`, minLength, maxLength);
const start = (prefix: string, rest: fc.Arbitrary<string>) => rest.map((tail) => prefix + tail);

/** Arbitrary tokens of the families that scanners for secrets know. */
export const tokens: Record<string, fc.Arbitrary<string>> = {
  'GitHub classic': start('ghp_', word(36)),
  'GitHub app': start('ghs_', word(36, 80)),
  'GitHub fine-grained': start('github_pat_', word(22, 82)),
  'GitLab personal': start('glpat-', urlSafe(20)),
  'GitLab pipeline': start('glcbt-', urlSafe(20)),
  'AWS key id': start('AKIA', pick(upper, 16, 16)),
  'AWS session key id': start('ASIA', pick(upper, 16, 16)),
  'Slack bot': start('xoxb-', urlSafe(24, 60)),
  'model provider': start('sk-ant-api03-', urlSafe(80, 100)),
  Stripe: start('sk_live_', word(24)),
  'Google key': start('AIza', urlSafe(35)),
  npm: start('npm_', word(36)),
  'our own key': start('app_', urlSafe(43)),
  SendGrid: fc.tuple(urlSafe(22), urlSafe(43)).map(([a, b]) => `SG.${a}.${b}`),
  JWT: fc
    .tuple(urlSafe(20, 60), urlSafe(20, 200), urlSafe(43))
    .map(([head, body, tail]) => `eyJ${head}.eyJ${body}.${tail}`),
  'private key': word(64, 400).map(
    (body) => `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`,
  ),
};

/** So many of all families in turn, the same at every run. */
export function plantedTokens(count: number): string[] {
  const families = Object.values(tokens);
  const numRuns = Math.ceil(count / families.length);
  const each = families.map((family, at) => fc.sample(family, { numRuns, seed: seed + at }));
  return Array.from(
    { length: count },
    (_, at) => each[at % families.length]?.[Math.floor(at / families.length)] ?? '',
  );
}
