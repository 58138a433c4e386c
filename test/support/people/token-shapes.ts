import fc, { seed } from '#test/support/property.ts';

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
const starts = (prefixes: readonly string[], rest: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom(...prefixes), rest).map(([prefix, tail]) => prefix + tail);

/** Random tokens of the families that secret scanners recognize. */
export const tokens: Record<string, fc.Arbitrary<string>> = {
  'GitHub classic': starts(['ghp_', 'gho_', 'ghu_', 'ghr_'], word(36)),
  'GitHub app': start('ghs_', word(36, 80)),
  'GitHub fine-grained': start('github_pat_', word(22, 82)),
  GitLab: starts(
    'pat oas dt rt rtr cbt ptt ft imt agent soat ffct wt'.split(' ').map((kind) => `gl${kind}-`),
    urlSafe(20),
  ),
  'AWS key id': starts(['AKIA', 'ASIA', 'ABIA', 'ACCA'], pick(upper, 16, 16)),
  Slack: starts(['xoxb-', 'xoxp-', 'xapp-'], urlSafe(24, 60)),
  'model provider': start('sk-ant-api03-', urlSafe(80, 100)),
  Stripe: starts(['sk_live_', 'rk_live_', 'pk_live_', 'whsec_'], word(24)),
  'Google key': start('AIza', urlSafe(35)),
  'Google access': start('ya29.', urlSafe(60, 100)),
  'npm and Hugging Face': starts(['npm_', 'hf_'], word(36)),
  'our own key': start('app_', urlSafe(43)),
  DigitalOcean: starts(
    ['dop_v1_', 'doo_v1_', 'dor_v1_', 'dot_v1_'],
    pick('0123456789abcdef', 64, 64),
  ),
  PyPI: start('pypi-AgEIcHlwaS5vcmc', urlSafe(80, 120)),
  'Docker Hub': starts(['dckr_pat_', 'dckr_oat_'], urlSafe(27)),
  Atlassian: starts(['ATATT3xFfGF0', 'ATBB', 'ATCTT3xFfGN0'], urlSafe(60, 100)),
  SendGrid: fc.tuple(urlSafe(22), urlSafe(43)).map(([a, b]) => `SG.${a}.${b}`),
  JWT: fc
    .tuple(urlSafe(20, 60), urlSafe(20, 200), urlSafe(43))
    .map(([head, body, tail]) => `eyJ${head}.eyJ${body}.${tail}`),
  'private key': word(64, 400).map(
    (body) => `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`,
  ),
  // As in the configuration of a Kubernetes client.
  'private key in base64': fc
    .tuple(fc.constantFrom('', 'RSA ', 'EC ', 'OPENSSH '), word(64, 400))
    .map(([kind, body]) => btoa(`-----BEGIN ${kind}PRIVATE KEY-----\n${body}`)),
};

/** Secrets inside a URL. */
export const hooks: Record<string, fc.Arbitrary<string>> = {
  'Slack hook': starts(
    ['services', 'workflows', 'triggers'].map((kind) => `https://hooks.slack.com/${kind}/T0/B0/`),
    word(24),
  ),
  'Discord hook': starts(
    ['discord', 'discordapp'].map((name) => `https://${name}.com/api/webhooks/123/`),
    urlSafe(68),
  ),
};

/** So many tokens of all families in turn, the same at every run. */
export function plantedTokens(count: number): string[] {
  const families = Object.values(tokens);
  const numRuns = Math.ceil(count / families.length);
  const each = families.map((family, at) => fc.sample(family, { numRuns, seed: seed + at }));
  return Array.from(
    { length: count },
    (_, at) => each[at % families.length]?.[Math.floor(at / families.length)] ?? '',
  );
}
