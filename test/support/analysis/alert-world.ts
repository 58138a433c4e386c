import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testCertificate } from '#test/support/http/certificate.ts';
import { httpTarget } from '#test/support/http/http-target.ts';
import { pushService } from '#test/support/alerts/push-service.ts';
import { smtpServer } from '#test/support/alerts/smtp-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openWorld, type Home } from '#test/support/world.ts';

export type AlertWorld = Awaited<ReturnType<typeof openAlertWorld>>;

const certificate = testCertificate();

/** The failure analysis with a chat, a mail server and a push service. */
export async function openAlertWorld(home: Home, environment: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  const authority = join(folder.path, 'authority.pem');
  writeFileSync(authority, certificate.ca);
  const chat = {
    /** What arrived: exactly `{"text"}`, as an incoming webhook takes it. */
    texts: [] as string[],
    /** How the next requests are answered, one each; later ones are accepted. `closed`: not at all. */
    answers: [] as (number | 'closed' | { readonly location: string })[],
  };
  const target = await httpTarget((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = chat.answers.shift();
      if (answer === 'closed') return void request.socket.destroy();
      if (typeof answer === 'object') return void response.writeHead(302, answer).end();
      if (answer !== undefined) return void response.writeHead(answer).end('no');
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const isRight =
        request.method === 'POST' &&
        request.headers['content-type'] === 'application/json' &&
        Object.keys(body).join() === 'text' &&
        typeof body['text'] === 'string' &&
        body['text'] !== '';
      if (!isRight) return void response.writeHead(400).end('invalid_payload');
      chat.texts.push(String(body['text']));
      response.end('ok');
    });
  });
  const mailServer = await smtpServer(certificate);
  let key = '';
  const pushes = await pushService(certificate, () => key);
  const world = await openWorld(home, 'analysis', {
    environment: {
      ...{ ALLOW_PRIVATE_HOSTS: 'true', NODE_EXTRA_CA_CERTS: authority },
      CHAT_WEBHOOK_URL: `${target.origin}/hook/key-of-the-webhook`,
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailServer.port) },
      ...{ SMTP_USER: 'lantern@example.test', SMTP_PASSWORD: 'password-of-the-mail' },
      ...{ ALERT_EMAIL_TO: 'ops@example.test', PUBLIC_BASE_URL: 'https://lantern.example.test' },
      ...environment,
    },
  });
  mailServer.behaviour = {
    login: { user: 'lantern@example.test', password: 'password-of-the-mail' },
  };
  key = await world.platform.push.publicKey();
  return {
    ...world,
    chat: Object.assign(chat, { attempts: () => target.requests.length }),
    ...{ mailServer, pushes },
    async close() {
      await world.close();
      await Promise.all([target.close(), mailServer.close(), pushes.close()]);
      await folder.remove();
    },
  };
}
