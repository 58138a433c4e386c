import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { PushSubscription } from '#core/platform/ports/systems/push.ts';
import type { TestCertificate } from '#test/support/http/certificate.ts';
import { httpTarget } from '#test/support/http/http-target.ts';

export interface ReceivedPush {
  readonly text: string;
  readonly ttl: number;
  readonly subject: string;
}

export interface PushService {
  /** A subscription as a browser creates it. */
  readonly subscription: PushSubscription;
  readonly received: readonly ReceivedPush[];
  readonly requests: readonly string[];
  readonly origin: string;
  /** Statuses for the next requests, one each; later ones are accepted. */
  refuseWith: number[];
  close(): Promise<void>;
}

/** Keys as a browser makes them for a subscription. */
export function browserKeys(): PushSubscription['keys'] {
  const p256dh = createECDH('prime256v1').generateKeys('base64url', 'uncompressed');
  return { p256dh, auth: randomBytes(16).toString('base64url') };
}

/** A push service and its browser: checks the VAPID signature (RFC 8292) against the key of the
 * subscription, and decrypts the message (RFC 8291, aes128gcm). */
export async function pushService(
  certificate: TestCertificate,
  applicationServerKey: () => string,
): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const authSecret = randomBytes(16);
  const state = { refuseWith: [] as number[] };

  const target = await httpTarget((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = state.refuseWith.shift();
      if (status !== undefined) return void response.writeHead(status).end('no');
      try {
        const subject = checkVapid(
          request.headers.authorization ?? '',
          target.origin,
          applicationServerKey(),
        );
        if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('encoding');
        const text = decrypt(Buffer.concat(chunks), browser, authSecret);
        received.push({ text, ttl: Number(request.headers['ttl']), subject });
        response.writeHead(201, { location: `${target.origin}/message/1` }).end();
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
    });
  }, certificate);

  return Object.assign(state, {
    subscription: {
      endpoint: `${target.origin}/push/secret-capability`,
      keys: {
        p256dh: browser.getPublicKey('base64url'),
        auth: authSecret.toString('base64url'),
      },
    },
    received,
    requests: target.requests,
    origin: target.origin,
    close: () => target.close(),
  });
}

function checkVapid(header: string, audience: string, expectedKey: string): string {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), *k=([\w-]+)$/.exec(header);
  if (!match) throw new Error('no vapid header');
  const [, head = '', body = '', signature = '', key = ''] = match;
  if (key !== expectedKey) throw new Error('another application server');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('bad signature');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
    aud: string;
    exp: number;
    sub: string;
  };
  const now = Date.now() / 1_000;
  if (claims.aud !== audience) throw new Error('another audience');
  if (claims.exp < now || claims.exp > now + 86_400) throw new Error('bad expiry');
  return claims.sub;
}

function decrypt(
  message: Buffer,
  browser: ReturnType<typeof createECDH>,
  authSecret: Buffer,
): string {
  const salt = message.subarray(0, 16);
  const keyLength = message.readUInt8(20);
  const serverKey = message.subarray(21, 21 + keyLength);
  const sealed = message.subarray(21 + keyLength);
  const shared = browser.computeSecret(serverKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), serverKey]);
  const keying = Buffer.from(hkdfSync('sha256', shared, authSecret, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', keying, salt, Buffer.from(`Content-Encoding: ${label}\0`), length),
    );
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('bad padding');
  return padded.subarray(0, end).toString();
}
