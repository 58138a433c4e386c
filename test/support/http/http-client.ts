import { request as send, type IncomingHttpHeaders } from 'node:http';

export interface Sent {
  readonly method?: string;
  /** Exactly as it shall stand on the request line. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Whole Set-Cookie values. */
  readonly cookies: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  readonly json: () => unknown;
}

/** One request on a new connection. Redirects are not followed, headers not added, bodies not
 * decoded. */
export function http(url: string): (sent: Sent) => Promise<Received> {
  return ({ method = 'GET', path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const plain = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
      const bytes = plain ? body : JSON.stringify(body);
      const given: Record<string, string | readonly string[]> = { ...headers };
      if (!plain) given['content-type'] ??= 'application/json';
      if (bytes !== undefined && !('transfer-encoding' in given))
        given['content-length'] ??= String(Buffer.byteLength(bytes));
      const { hostname, port } = new URL(url);
      const options = { host: hostname, port, method, path, headers: given, agent: false };
      const outgoing = send(options as never, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('error', reject);
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('end', () => {
          const whole = Buffer.concat(parts);
          const text = whole.toString('utf8');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            cookies: incoming.headers['set-cookie'] ?? [],
            bytes: whole,
            text,
            json: () => JSON.parse(text) as unknown,
          });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(bytes);
    });
}

/** The `name=value` part of a reply's cookie, for the Cookie header of the next request. */
export function cookieOf({ cookies }: Received, name: string): string {
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) throw new Error(`no cookie ${name} was set`);
  return found.slice(0, found.indexOf(';'));
}
