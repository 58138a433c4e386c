import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { atEnd } from '#test/support/at-end.ts';
import type { TestCertificate } from '#test/support/http/certificate.ts';

export interface SmtpBehaviour {
  /** Required before MAIL, and only over TLS. */
  login?: { user: string; password: string };
  offersTls?: boolean;
  /** Answers RCPT TO with this instead of 250. */
  recipientReply?: string;
  /** Answers the end of DATA with this instead of 250. */
  dataReply?: string;
  /** Closes the connection after so many commands. */
  dropAfter?: number;
}

export interface ReceivedLetter {
  readonly from: string;
  readonly to: readonly string[];
  /** As sent, with dot stuffing removed. */
  readonly data: string;
  readonly secure: boolean;
  readonly user: string | undefined;
}

export interface SmtpServer {
  readonly port: number;
  readonly letters: readonly ReceivedLetter[];
  /** Every byte that arrived without TLS. */
  readonly plainText: () => string;
  behaviour: SmtpBehaviour;
  close(): Promise<void>;
}

/** A mail server that requires the order of commands, TLS before a password, 7 bits and short
 * lines, as RFC 5321 and common servers do. */
export async function smtpServer(certificate: TestCertificate): Promise<SmtpServer> {
  const letters: ReceivedLetter[] = [];
  const sockets = new Set<Socket>();
  let plain = '';
  const state: { behaviour: SmtpBehaviour } = { behaviour: {} };
  const secureContext = createSecureContext({ key: certificate.key, cert: certificate.cert });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (chunk) => (plain += chunk.toString('latin1')));
    serve(socket, false);
    socket.write('220 mail.example.test ESMTP\r\n');
  });

  function serve(socket: Socket, secure: boolean) {
    const { login, offersTls = true, recipientReply, dataReply, dropAfter } = state.behaviour;
    let buffer = '';
    let user: string | undefined;
    let greeted = false;
    let from: string | undefined;
    let to: string[] = [];
    let data: string[] | undefined;
    let awaiting: ((line: string) => void) | undefined;
    let commands = 0;
    const say = (text: string) => void socket.write(`${text}\r\n`);

    const authenticate = (name: string, password: string) => {
      const right = login?.user === name && login.password === password;
      if (right) user = name;
      // Some servers repeat the command.
      say(right ? '235 2.7.0 accepted' : `535 5.7.8 ${password} is not the password`);
    };
    const decode = (text = '') => Buffer.from(text, 'base64').toString();

    const auth = (mechanism: string, initial: string | undefined) => {
      if (!secure) return say('538 5.7.11 encryption required');
      if (mechanism === 'PLAIN') {
        const [, name = '', password = ''] = decode(initial).split('\0');
        return authenticate(name, password);
      }
      if (mechanism !== 'LOGIN') return say('504 5.5.4 mechanism not known');
      say('334 VXNlcm5hbWU6');
      awaiting = (name) => {
        say('334 UGFzc3dvcmQ6');
        awaiting = (password) => {
          awaiting = undefined;
          authenticate(decode(name), decode(password));
        };
      };
    };

    const finishData = (lines: string[]) => {
      const text = lines.join('\r\n');
      if (/[\u0080-\u00ff]/.test(text)) return say('554 5.6.1 8-bit data not accepted');
      if (lines.some((line) => line.length > 998)) return say('500 5.5.2 line too long');
      if (dataReply !== undefined) return say(dataReply);
      letters.push({ from: from ?? '', to, data: text, secure, user });
      from = undefined;
      say('250 2.0.0 queued');
    };

    const command = (line: string) => {
      commands += 1;
      if (dropAfter !== undefined && commands > dropAfter) return void socket.destroy();
      const [verb = '', ...rest] = line.split(' ');
      const address = /^(?:FROM|TO):<([^<>\s]*)>/i.exec(rest.join(' '))?.[1];
      switch (verb.toUpperCase()) {
        case 'EHLO': {
          greeted = true;
          const offers = ['mail.example.test', 'SIZE 10000000'];
          if (offersTls && !secure) offers.push('STARTTLS');
          if (login && secure) offers.push('AUTH PLAIN LOGIN');
          return say(
            offers
              .map((offer, index) => `250${index === offers.length - 1 ? ' ' : '-'}${offer}`)
              .join('\r\n'),
          );
        }
        case 'STARTTLS': {
          if (secure || !offersTls) return say('503 5.5.1 not now');
          say('220 2.0.0 ready');
          socket.removeAllListeners('data');
          const wrapped = new TLSSocket(socket, { isServer: true, secureContext });
          wrapped.on('error', () => {});
          return serve(wrapped, true);
        }
        case 'AUTH':
          return auth((rest[0] ?? '').toUpperCase(), rest[1]);
        case 'MAIL':
          if (!greeted || from !== undefined) return say('503 5.5.1 bad sequence');
          if (login && user === undefined) return say('530 5.7.0 authentication required');
          if (!address) return say('501 5.1.7 bad sender');
          [from, to] = [address, []];
          return say('250 2.1.0 ok');
        case 'RCPT':
          if (from === undefined) return say('503 5.5.1 bad sequence');
          if (!address?.includes('@')) return say('501 5.1.3 bad recipient');
          if (recipientReply === undefined) to.push(address);
          return say(recipientReply ?? '250 2.1.5 ok');
        case 'DATA':
          if (to.length === 0) return say('503 5.5.1 bad sequence');
          data = [];
          return say('354 go ahead');
        case 'RSET':
          [from, to] = [undefined, []];
          return say('250 2.0.0 ok');
        case 'QUIT':
          say('221 2.0.0 bye');
          return void socket.end();
        default:
          return say('502 5.5.2 not known');
      }
    };

    socket.on('data', (chunk: Buffer) => {
      buffer += chunk.toString('latin1');
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (data && line === '.') {
          const lines = data;
          data = undefined;
          finishData(lines);
        } else if (data) data.push(line.startsWith('.') ? line.slice(1) : line);
        else if (awaiting) awaiting(line);
        else command(line);
      }
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  atEnd(close);
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    letters,
    plainText: () => plain,
    close,
  });
}
