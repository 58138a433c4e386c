import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
  /** The authority that signed `cert`, for clients to trust. */
  readonly ca: string;
}

// The DER of an X.509 v3 authority and one certificate that it signs: tests need neither openssl
// nor a key in the repository.
const der = (tag: number, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const integer = (bytes: Uint8Array) => der(0x02, bytes);
const octets = (part: Uint8Array) => der(0x04, part);
const yes = der(0x01, Buffer.from([0xff]));
const ecdsaSha256 = sequence(oid('2a8648ce3d040302'));

const name = (commonName: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));

const time = (date: Date) =>
  der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

const extension = (id: string, value: Uint8Array, critical = false) =>
  sequence(oid(id), ...(critical ? [yes] : []), octets(value));

function issue(options: {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signer: KeyObject;
  extensions: Buffer[];
}) {
  const day = 86_400_000;
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    ecdsaSha256,
    name(options.issuer),
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + 30 * day))),
    name(options.subject),
    options.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...options.extensions)),
  );
  const signature = sign('sha256', body, options.signer);
  const whole = sequence(body, ecdsaSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** A certificate for 127.0.0.1, ::1, localhost and everything under example.test. */
export function testCertificate(): TestCertificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyId = createHash('sha1')
    .update(authority.publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  const names = sequence(
    ...['localhost', 'example.test', '*.example.test'].map((host) => der(0x82, Buffer.from(host))),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])])),
  );
  const ca = issue({
    subject: 'Lantern test authority',
    issuer: 'Lantern test authority',
    publicKey: authority.publicKey,
    signer: authority.privateKey,
    extensions: [
      extension('551d13', sequence(yes), true),
      extension('551d0f', der(0x03, Buffer.from([0x01, 0x06])), true),
      extension('551d0e', octets(keyId)),
    ],
  });
  const cert = issue({
    subject: 'localhost',
    issuer: 'Lantern test authority',
    publicKey: server.publicKey,
    signer: authority.privateKey,
    extensions: [
      extension('551d13', sequence(), true),
      extension('551d23', sequence(der(0x80, keyId))),
      extension('551d25', sequence(oid('2b06010505070301'))),
      extension('551d11', names),
    ],
  });
  return { key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert, ca };
}
