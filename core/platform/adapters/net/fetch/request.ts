import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Failure } from '../../../failure.ts';

/** Headers that only the HTTP client may set. */
const framing = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
  'proxy-connection',
]);

const credential =
  /^(authorization|proxy-authorization|cookie)$|auth|token|secret|api-?key|password|credential|signature|session/;

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly trusted: boolean;
  readonly verifyTls: boolean;
}

/** An absolute http or https URL without credentials. Messages never contain the URL. */
export function parseTarget(url: string, base?: URL): URL {
  // The parser silently removes tabs and line ends: "java\nscript:" would become a scheme.
  if (/[\u0000-\u0020\u007f]/.test(url)) throw badUrl('holds a control character or a space');
  const parsed = URL.parse(url, base);
  if (!parsed) throw badUrl('is not a valid absolute URL');
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw badUrl('must begin with https:// or http://');
  }
  if (parsed.username !== '' || parsed.password !== '') throw badUrl('must not hold credentials');
  parsed.hash = '';
  // One spelling per host, for pinning, pooling and comparing redirects.
  parsed.hostname = parsed.hostname.replace(/\.$/, '');
  return parsed;
}

export function parseMethod(method = 'GET'): string {
  const upper = method.toUpperCase();
  if (/^[A-Z]{1,20}$/.test(upper) && upper !== 'CONNECT' && upper !== 'TRACE') return upper;
  throw new Failure('invalid', 'bad_method', 'The HTTP method is not allowed');
}

/** Lower-case names. Line ends and framing headers are refused. */
export function parseHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const refused = (text: string) => new Failure('invalid', 'bad_header', `The header ${text}`);
  const parsed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw refused(`${printable(name)} holds characters that cannot be sent`);
    }
    if (framing.has(lower)) throw refused(`${lower} cannot be set`);
    parsed[lower] = value;
  }
  return parsed;
}

/**
 * The request after a redirect. Undefined: it is not followed, because a body, which may hold a
 * password, is not sent to another origin. Credentials and trust are dropped for another origin,
 * `verifyTls: false` for another host.
 */
export function nextHop(hop: Hop, status: number, location: string): Hop | undefined {
  const url = parseTarget(location.replaceAll(' ', '%20'), hop.url);
  const toGet =
    (status === 303 && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const sameOrigin = url.origin === hop.url.origin;
  const sameHost = url.hostname === hop.url.hostname;
  const body = toGet ? undefined : hop.body;
  if (body && !sameOrigin) return undefined;
  const headers = Object.entries(hop.headers).filter(
    ([name]) => !(toGet && name.startsWith('content-')) && (sameOrigin || !credential.test(name)),
  );
  return {
    url,
    method: toGet ? 'GET' : hop.method,
    headers: Object.fromEntries(headers),
    body,
    trusted: hop.trusted && sameOrigin,
    verifyTls: hop.verifyTls || !sameHost,
  };
}

function badUrl(problem: string) {
  return new Failure('invalid', 'bad_url', `The URL ${problem}`);
}

function printable(name: string) {
  return name.replace(/[^\x21-\x7e]/g, '?').slice(0, 60);
}
