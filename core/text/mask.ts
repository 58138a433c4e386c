import { escapeText } from './escape.ts';

// Masks secrets in text for a log, an error message, a row or a reader. Every expression is linear:
// a long run is either consumed by the match or cannot be entered again. In doubt a text is masked.

export const mask = '***';

/** Shorter values would mask ordinary words. */
const shortestKnown = 6;

/** What a word may not begin behind; the last letter of `\n`, `\u0022`, `%3D` or a colour is none of it. */
const noWord = (letters: string) =>
  `(?<!(?<!\\\\|\\\\u[0-9A-Fa-f]{3}|%[0-9A-Fa-f]|\\u001b\\[[\\d;]{0,9})${letters})`;

/** Letters before which a word begins are written as in `(?<![A-Za-z0-9])`. */
function behindEscapes({ source, flags }: RegExp): RegExp {
  return new RegExp(
    source.replace(/^\(\?<!(\[[^\]]+\])\)/, (_, letters: string) => noWord(letters)),
    flags,
  );
}

/** Token formats as their issuers document them, for secret scanners. */
export const tokenShapes = [
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}/g, // GitHub
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{20,}/g,
  /(?<![A-Za-z0-9])gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-[\w.-]{16,}/g, // GitLab
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, // AWS
  /(?<![A-Za-z0-9])xox[a-z]-[\w-]{10,}/g, // Slack
  /(?<![A-Za-z0-9])xapp-[\w-]{10,}/g,
  /(?<![A-Za-z0-9])(?:sk|rk|pk|whsec)[_-][\w-]{20,}/g, // model providers, Stripe
  /(?<![A-Za-z0-9])AIza[\w-]{30,}/g, // Google
  /(?<![A-Za-z0-9])ya29\.[\w-]{20,}/g,
  /(?<![A-Za-z0-9])(?:npm|hf|app)_[\w-]{30,}/g, // npm, Hugging Face, our own keys
  /(?<![A-Za-z0-9])do[oprt]_v1_[a-f0-9]{40,}/g, // DigitalOcean
  /(?<![A-Za-z0-9])pypi-[\w-]{30,}/g,
  /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[\w-]{20,}/g,
  /(?<![A-Za-z0-9])AT(?:ATT|BB|CTT)[\w=-]{20,}/g, // Atlassian
  /(?<![\w-])SG\.[\w-]{16,}\.[\w-]{16,}/g, // SendGrid
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, // JSON Web Tokens
  /LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,20}(?:UFJJVkFU|BSSVZBVE|QUklWQVRF)[\w+/=-]+/g, // PRIVATE KEY in base64
].map(behindEscapes);

const urlCredentials = /(:(?:\\?\/){2})([^\s/?#"'<>]+)@/g;
const webhookUrls =
  /((?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/)[\w/-]+/g;
const headers = behindEscapes(
  /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie)(\\{0,7}["']?\s{0,4}[:=]\s{0,4}\\{0,7}["']?)[^\r\n"'\\]+/gi,
);
const schemes = behindEscapes(/(?<![\w-])(bearer|basic)(\s{1,4})([\w.~+/=-]{8,})/gi);

const words =
  'passw(?:or)?d|passphrase|pwd|secret|token|api[_ -]?key|(?:private|access|account|signing|encryption|admin)[_ -]?key|credential|signature|webhook[_-]secret';
const value =
  '(\\\\{1,7}["\'](?=[^"\'\\\\])|["\']?)((?<=\\\\["\'])[^"\'\\\\]+|(?<=")(?:[^"\\\\\\n]|\\\\.)+|(?<=\')(?:[^\'\\\\\\n]|\\\\.)+|(?:[^\\s"\'\\\\,;&]|[,;](?=[^\\s"\']))+)';
const assignments = new RegExp(
  `(${words})((?:[_-]?(?:key|value|text))?(?:\\u001b\\[[\\d;]{0,9}m)?\\\\{0,7}["']?\\s{0,4}(?::=|=>|[:=]|%3[da])\\s{0,4})${value}`,
  'gi',
);
const flags = new RegExp(`(--[a-z-]{0,40}(?:${words}))(\\s{1,4})${value}`, 'gi');
const spaced = new RegExp(`(${words})((?:[_ -](?:key|value|text))?[ \\t]{1,4})${value}`, 'gi');
/** Within an element of XML. */
const elements = new RegExp(`((?:${words})[\\w-]{0,20}>)[^<>]+(?=</)`, 'gi');
const empty = /^(?:null|nil|none|true|false|undefined)[\])}]*$/i;

const keyBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/**
 * Masks the given secrets (also percent-encoded, escaped in JSON or XML, and in base64), everything in the
 * form of a token, private keys, credentials in URLs, and values after words such as `password=`.
 * For logs and error messages.
 */
export function maskSecrets(text: string, secrets: Iterable<string> = []): string {
  return maskTokens(text, secrets)
    .replace(headers, `$1$2${mask}`)
    .replace(elements, `$1${mask}`)
    .replace(assignments, maskValue)
    .replace(flags, maskValue)
    .replace(spaced, (...groups: Parameters<typeof maskValue>) =>
      looksChosen(groups[4]) ? maskValue(...groups) : groups[0],
    );
}

/** Like maskSecrets, but keeps values after words such as `password:`. For prose and source code,
 * where such a value is more often a type or a sentence than a secret. */
export function maskTokens(text: string, secrets: Iterable<string> = []): string {
  let masked = text;
  for (const secret of spellings(secrets)) masked = masked.replaceAll(secret, mask);
  masked = maskPrivateKeys(masked)
    .replace(urlCredentials, (whole, slashes: string, user: string, offset: number, all: string) =>
      user.includes(':') || /https?$/i.test(all.slice(Math.max(0, offset - 5), offset))
        ? `${slashes}${mask}@`
        : whole,
    )
    .replace(schemes, (whole: string, scheme: string, gap: string, token: string) =>
      looksRandom(token) ? `${scheme}${gap}${mask}` : whole,
    );
  for (const shape of tokenShapes) masked = masked.replace(shape, mask);
  return masked.replace(webhookUrls, `$1${mask}`);
}

const maxSecretLength = 5_000;

/** So much of a text, masked; a secret that the end would cut in two is masked as a whole. */
export function maskedStart(
  text: string,
  length: number,
  masked: (text: string) => string,
): string {
  const start = text.slice(0, length + maxSecretLength);
  const plain = masked(start);
  const unsure = start.length < text.length ? maxSecretLength : 0;
  return plain.slice(0, Math.max(0, Math.min(length, plain.length - unsure)));
}

/** The same secrets are asked for with each line of a log. */
const spellingsBySecret = new Map<string, readonly string[]>();
const maxKept = 1_000;

/** Longest first: a secret inside another one must not leave the rest of it unmasked. */
function spellings(secrets: Iterable<string>): string[] {
  const all = [...secrets].filter((secret) => secret.length >= shortestKnown);
  return [...new Set(all.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
}

function spellingsOf(secret: string): readonly string[] {
  const before = spellingsBySecret.get(secret);
  if (before) return before;
  if (spellingsBySecret.size >= maxKept) spellingsBySecret.clear();
  const percent = encodeURIComponent(secret.toWellFormed());
  const json = JSON.stringify(secret).slice(1, -1);
  const inBase64 = [0, 1, 2].map((before) => base64Behind(before, secret));
  const all = [
    secret,
    percent,
    percent.replaceAll('%2F', '/'),
    percent.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[&<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    escapeText(secret),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  spellingsBySecret.set(secret, all);
  return all;
}

/** What the bytes of a text are behind so many others: `user:password` is the commonest. The first
 * and the last digit may be made of other bytes too. */
function base64Behind(before: number, text: string): string {
  const bytes = new TextEncoder().encode(text);
  const digits = btoa(`${'\0'.repeat(before)}${String.fromCharCode(...bytes)}`);
  const whole = before === 0 ? digits.replace(/=+$/, '') : digits;
  return whole.slice(before && before + 1, Math.floor(((before + bytes.length) * 4) / 3));
}

/** A key without its end, as in a cut-off log, is masked to the end of the text. */
function maskPrivateKeys(text: string): string {
  let masked = '';
  let position = 0;
  for (;;) {
    keyBegin.lastIndex = position;
    const begin = keyBegin.exec(text);
    if (!begin) return masked + text.slice(position);
    masked += text.slice(position, begin.index) + mask;
    keyEnd.lastIndex = keyBegin.lastIndex;
    if (!keyEnd.exec(text)) return masked;
    position = keyEnd.lastIndex;
  }
}

function maskValue(whole: string, word: string, gap: string, quote: string, secret: string) {
  return empty.test(secret) ? whole : `${word}${gap}${quote}${mask}`;
}

/** Distinguishes `password 7fK3` from "password expired" and "token spend 12". */
function looksChosen(text: string) {
  return text.length >= 4 && /[0-9]/.test(text) && (/[A-Za-z]/.test(text) || text.length >= 6);
}

/** Distinguishes `Basic dXNlcjpw` from "basic understanding". */
function looksRandom(token: string) {
  return /[0-9+/=_]|[a-z][A-Z]/.test(token);
}
