import type { SentMessageInfo } from 'nodemailer';
import { maskSecrets } from '#core/text/mask.ts';
import { Failure } from '../../failure.ts';
import type { Environment } from '../../ports/environment.ts';
import type { Mail } from '../../ports/systems/mail.ts';
import { readExtraCertificates } from './fetch/certificates.ts';

const timeoutMilliseconds = 30_000;
const implicitTlsPort = 465;
const submissionPort = 587;

/**
 * Mail over SMTP_HOST. The operator names the host, so its address is not checked. TLS is required
 * on the submission port and wherever a password is sent.
 */
export function smtpMail(environment: Environment): Mail {
  const host = environment['SMTP_HOST'] ?? '';
  const port = Number(environment['SMTP_PORT'] ?? submissionPort);
  const user = environment['SMTP_USER'] ?? '';
  const pass = environment['SMTP_PASSWORD'] ?? '';
  const from = environment['SMTP_FROM'] || user || `app@${host}`;

  async function open() {
    const { createTransport } = await import('nodemailer');
    const { getCACertificates } = await import('node:tls');
    const extra = readExtraCertificates(environment);
    return createTransport({
      host,
      port,
      secure: port === implicitTlsPort,
      requireTLS: port !== implicitTlsPort && (port === submissionPort || user !== ''),
      ...(user === '' ? {} : { auth: { user, pass } }),
      ...(extra === undefined ? {} : { tls: { ca: [...getCACertificates('default'), extra] } }),
      connectionTimeout: timeoutMilliseconds,
      greetingTimeout: timeoutMilliseconds,
      socketTimeout: timeoutMilliseconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async send({ to, subject, text }) {
      if (host === '') throw new Failure('configuration', 'no_mail', 'SMTP_HOST is not set');
      if (/[\r\n\0]/.test(to + subject)) {
        throw new Failure('invalid', 'bad_letter', 'An address or subject contains a line end');
      }
      const transport = await open();
      try {
        const info = (await transport.sendMail({ from, to, subject, text })) as SentMessageInfo & {
          rejected?: unknown[];
        };
        if (info.rejected && info.rejected.length > 0) throw new Error('a recipient was refused');
      } catch (error) {
        throw refused(host, error, pass);
      } finally {
        transport.close();
      }
    },
  };
}

function refused(host: string, error: unknown, password: string): Failure {
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  const unreachable = syscall === 'connect' || /^(ECONNECTION|ETIMEDOUT|EDNS)$/.test(code ?? '');
  const secrets = [password, Buffer.from(`\0${password}`).toString('base64')];
  const reason = maskSecrets(message, secrets)
    .replace(/[\u0000-\u001f]+/g, ' ')
    .slice(0, 500);
  return unreachable
    ? new Failure('upstream', 'unreachable', `Could not reach the mail server ${host}: ${reason}`)
    : new Failure('upstream', 'mail_refused', `The mail server ${host} refused: ${reason}`);
}
