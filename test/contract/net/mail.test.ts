import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { smtpMail } from '#core/platform/adapters/net/mail.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import {
  smtpServer,
  type SmtpBehaviour,
  type SmtpServer,
} from '#test/support/alerts/smtp-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const certificate = testCertificate();
const login = { user: 'alerts@example.test', password: 'hunter2-hunter2' };
const letter = { to: 'admin@example.test', subject: '[Lantern] job_failed', text: 'It failed.' };
let authority: string;
let server: SmtpServer;

function mail(changes: Record<string, string> = {}) {
  return smtpMail({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_USER: login.user,
    SMTP_PASSWORD: login.password,
    NODE_EXTRA_CA_CERTS: authority,
    ...changes,
  });
}

const withoutLogin = { SMTP_USER: '', SMTP_PASSWORD: '' };

beforeEach(async () => {
  authority = join((await temporaryFolder()).path, 'ca.pem');
  writeFileSync(authority, certificate.ca);
  server = await smtpServer(certificate);
});

/** The text of a letter's body, whatever its transfer encoding. */
function bodyOf(data: string) {
  const [head = '', ...rest] = data.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/^content-transfer-encoding: base64/im.test(head))
    return Buffer.from(body, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

describe('mail', () => {
  it('logs in over TLS, and no byte of the letter or the password travels in the clear', async () => {
    server.behaviour = { login };
    await mail().send(letter);
    const [received] = server.letters;
    expect(received).toMatchObject({
      from: login.user,
      to: [letter.to],
      secure: true,
      user: login.user,
    });
    expect(received?.data).toContain(`Subject: ${letter.subject}`);
    expect(bodyOf(received?.data ?? '').trimEnd()).toBe(letter.text);
    const clear = server.plainText();
    expect(clear).not.toContain(letter.text);
    expect(clear).not.toContain(
      Buffer.from(`\0${login.user}\0${login.password}`).toString('base64'),
    );
  });

  it.each([
    ['umlauts', 'Prüfung 测试 🎉', 'Grüße\n测试 🎉\n'],
    ['a lone dot', 'dots', 'a\n.\n.b\n..c\n'],
    ['a long line', 'long', `${'x'.repeat(5_000)}\n`],
    ['an SMTP command', 'command', 'a\r\n.\r\nMAIL FROM:<evil@example.test>\r\n'],
  ])('carries %s', async (_case, subject, text) => {
    await mail(withoutLogin).send({ ...letter, subject, text });
    expect(server.letters).toHaveLength(1);
    const body = bodyOf(server.letters[0]?.data ?? '');
    expect(body.replaceAll('\r\n', '\n').trimEnd()).toBe(text.replaceAll('\r\n', '\n').trimEnd());
  });

  it.each([
    [{}, 'alerts@example.test'],
    [{ SMTP_FROM: 'from@example.test' }, 'from@example.test'],
    [{ ...withoutLogin, SMTP_HOST: 'localhost' }, 'app@localhost'],
  ])('the sender with %j is %s', async (changes, expected) => {
    server.behaviour = 'SMTP_USER' in changes ? {} : { login };
    await mail(changes).send(letter);
    expect(server.letters[0]?.from).toBe(expected);
  });

  it.each([
    ['a subject with a line end', { subject: 'a\r\nBcc: evil@example.test' }],
    ['a recipient with a line end', { to: 'a@example.test\r\nRCPT TO:<evil@example.test>' }],
    ['a NUL', { subject: 'a\0b' }],
  ])('refuses %s', async (_case, changes) => {
    await expectFailure(mail().send({ ...letter, ...changes }), 'invalid', 'bad_letter');
    expect(server.plainText()).toBe('');
  });

  const refusals: [string, SmtpBehaviour, Record<string, string>, RegExp][] = [
    ['a wrong password', { login }, { SMTP_PASSWORD: 'wrong-wrong' }, /535/],
    ['a login that is wanted and not given', { login }, withoutLogin, /530/],
    ['no TLS although there is a password', { login, offersTls: false }, {}, /STARTTLS|TLS/i],
    ['a refused recipient', { recipientReply: '550 5.1.1 no such user' }, withoutLogin, /550/],
    ['refused content', { dataReply: '552 5.3.4 too big' }, withoutLogin, /552/],
    ['a dropped connection', { dropAfter: 2 }, withoutLogin, /closed|connection/i],
    ['an unknown authority', { login }, { NODE_EXTRA_CA_CERTS: '' }, /certificate|signed/i],
  ];
  it.each(refusals)(
    '%s is an upstream failure without the password (S10)',
    async (_case, behaviour, changes, reason) => {
      server.behaviour = behaviour;
      const failure = await expectFailure(mail(changes).send(letter), 'upstream');
      expect(failure.message).toMatch(reason);
      expect(failure.message).not.toMatch(/hunter2|wrong-wrong/);
      expect(server.letters).toEqual([]);
      expect(server.plainText()).not.toContain('AUTH');
    },
  );
});
