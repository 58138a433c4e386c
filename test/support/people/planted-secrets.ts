import { plantedTokens } from './token-shapes.ts';
import { adminKey } from '#test/support/world.ts';

const tokens = plantedTokens(520);
export const isOneLine = (token: string) => !token.includes('\n');
let taken = 0;
/** The number of planted secrets. */
export const planted = () => taken;
/** Secrets that were not planted before. */
export const take = (count: number) => tokens.slice(taken, (taken += count));

// Values that only the model's command may know, and values that it must not know.
const own = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'ANTHROPIC_CUSTOM_HEADERS',
];
const others = [
  'GEMINI_API_KEY',
  'CURSOR_API_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'SCM_TOKEN',
  'SMTP_PASSWORD',
  'WEBHOOK_SECRET',
];
const name = (names: string[]) =>
  Object.fromEntries(
    take(names.length)
      .filter(isOneLine)
      .map((token, at) => [names[at] ?? '', token]),
  );
const ownSecrets = name(own);
const otherSecrets = name(others);
/** None of these has the form of a token. */
const plain = ['correct horse battery staple', 'Zq9-not-like-any-token'];
/** A model's text with so many secrets. */
export const said = (count: number) =>
  take(count)
    .map((token, at) => `${at % 3 ? 'using ' : 'api_key='}${token}`)
    .join('\n');
/** The token that the code host requires for a clone. */
export const gitToken = 'Zq9-not-a-token-of-a-known-shape';
/** A variable of the service's environment. */
export const plantedEnvironment = {
  ...otherSecrets,
  ...ownSecrets,
  GIT_TOKENS: `127.0.0.1=oauth2:${gitToken}`,
  DATABASE_PASSWORD: plain[0] ?? '',
  ANTHROPIC_AUTH_TOKEN: plain[1] ?? '',
};

/** A private key without its begin and end lines. */
export const needles = [
  ...tokens.map((token) => token.split('\n')[1] ?? token),
  ...plain,
  gitToken,
  `oauth2:${gitToken}`,
  adminKey,
];
const spelled = (secret: string) => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]),
];
/** The secrets that the text contains, plain or encoded. */
export const found = (text: string, secrets: readonly string[] = needles) =>
  secrets.filter((secret) => spelled(secret).some((each) => text.includes(each)));
