// Masks secrets in text for a log, an error message, a row or a reader. Every expression is linear:
// a long run is either consumed by the match or cannot be entered again. In doubt a text is masked.

export const mask = '***';

/** Shorter values would mask ordinary words. */
const shortestKnown = 6;

/** Token formats as their issuers document them, for secret scanners. */
export const tokenShapes = [
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}/g, // GitHub
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{20,}/g,
  /(?<![A-Za-z0-9])gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-[\w.-]{16,}/g, // GitLab
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, // AWS
  /(?<![A-Za-z0-9])xox[a-z]-[\w-]{10,}/g, // Slack
  /(?<![A-Za-z0-9])xapp-[\w-]{10,}/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]+/g,
  /(?<=discord(?:app)?\.com\/api\/webhooks\/)[\w/-]+/g,
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
];

const urlCredentials = /:\/\/([^\s/?#"'<>]+)@/g;
const headers =
  /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie)(\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)[^\r\n"'\\]+/gi;
const schemes = /(?<![\w-])(bearer|basic)(\s{1,4})([\w.~+/=-]{8,})/gi;

const words =
  'passw(?:or)?d|passphrase|pwd|secret|token|api[_ -]?key|(?:private|access|account|signing|encryption|admin)[_ -]?key|credential|signature|webhook[_-]secret';
const value =
  '(\\\\["\'](?=[^"\'\\\\])|["\']?)((?<=\\\\["\'])[^"\'\\\\]+|(?<=")(?:[^"\\\\\\n]|\\\\.)+|(?<=\')(?:[^\'\\\\\\n]|\\\\.)+|(?:[^\\s"\'\\\\,;&]|[,;](?=[^\\s"\']))+)';
const assignments = new RegExp(
  `(${words})((?:[_-]?(?:key|value|text))?\\\\?["']?\\s{0,4}(?::=|=>|[:=])\\s{0,4})${value}`,
  'gi',
);
const flags = new RegExp(`(--[a-z-]{0,40}(?:${words}))(\\s{1,4})${value}`, 'gi');
const spaced = new RegExp(`(${words})((?:[_ -](?:key|value|text))?[ \\t]{1,4})${value}`, 'gi');
const empty = /^(?:null|nil|none|true|false|undefined)[\])}]*$/i;

const keyBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/**
 * Masks the given secrets (also percent-encoded, JSON-escaped and in base64), everything in the
 * form of a token, private keys, credentials in URLs, and values after words such as `password=`.
 * For logs and error messages.
 */
export function maskSecrets(text: string, secrets: Iterable<string> = []): string {
  return maskTokens(text, secrets)
    .replace(headers, `$1$2${mask}`)
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
    .replace(urlCredentials, (whole: string, user: string, offset: number, all: string) =>
      user.includes(':') || /https?$/i.test(all.slice(Math.max(0, offset - 5), offset))
        ? `://${mask}@`
        : whole,
    )
    .replace(schemes, (whole: string, scheme: string, gap: string, token: string) =>
      looksRandom(token) ? `${scheme}${gap}${mask}` : whole,
    );
  for (const shape of tokenShapes) masked = masked.replace(shape, mask);
  return masked;
}

/** Longest first: a secret inside another one must not leave the rest of it unmasked. */
function spellings(secrets: Iterable<string>): string[] {
  const values = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortestKnown) continue;
    const bytes = new TextEncoder().encode(secret);
    const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
    values.add(secret);
    values.add(encodeURIComponent(secret.toWellFormed()));
    values.add(JSON.stringify(secret).slice(1, -1));
    values.add(base64);
    values.add(base64.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...values].sort((a, b) => b.length - a.length);
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
