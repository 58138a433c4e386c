import type { ServerResponse } from 'node:http';
import { standIn, type WholeRequest } from '#test/support/http/stand-in.ts';

const largest = 128 * 1024;

/** The client's end of one connection, for the sockets suite. */
export interface FakeConnection {
  readonly connection: string;
  next(): Promise<string>;
  readonly closed: Promise<void>;
  leave(): Promise<void>;
}

interface Open {
  /** The function that accepts it still runs: until then API Gateway knows no such connection. */
  isOpening: boolean;
  /** Messages that are refused because of too many calls. */
  refusals: number;
  readonly arrived: string[];
  readonly waiting: ((text: string) => void)[];
  end(): void;
}

/** API Gateway's management of WebSocket connections, POST and DELETE /<stage>/@connections/<id>,
 * because no emulator has it. Signatures must be present, but are not checked. */
export async function startManagementApi() {
  const connections = new Map<string, Open>();
  let count = 0;
  let posts = 0;

  const { url, close } = await standIn(serve);

  return {
    endpoint: `${url}/stage`,
    close,
    /** Requests so far that send a message: an account may make 10,000 a second in all. */
    posts: () => posts,

    /** Begins the handshake; it ends with open(). */
    async begin() {
      const client = await this.connect();
      const state = connections.get(client.connection) as Open;
      state.isOpening = true;
      return { ...client, open: () => void (state.isOpening = false) };
    },

    /** Refuses the next requests for this connection, as when an account makes too many. */
    throttle(connection: string, times: number): void {
      (connections.get(connection) as Open).refusals = times;
    },

    async connect(): Promise<FakeConnection> {
      const connection = `L0SM9cOFvHcCIhw${++count}=`;
      const closed = Promise.withResolvers<void>();
      const open: Open = {
        isOpening: false,
        refusals: 0,
        arrived: [],
        waiting: [],
        end() {
          connections.delete(connection);
          closed.resolve();
        },
      };
      connections.set(connection, open);
      return {
        connection,
        next() {
          const text = open.arrived.shift();
          if (text !== undefined) return Promise.resolve(text);
          return new Promise((resolve) => open.waiting.push(resolve));
        },
        closed: closed.promise,
        leave: async () => open.end(),
      };
    },
  };

  async function serve(request: WholeRequest, response: ServerResponse): Promise<void> {
    const { body } = request;
    const refuse = (status: number, type: string) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-amzn-errortype': type,
      });
      response.end(JSON.stringify({ message: type }));
    };

    const signed = /^AWS4-HMAC-SHA256 Credential=.+\/execute-api\/aws4_request, .*Signature=/;
    if (!signed.test(request.headers.authorization ?? '')) return refuse(403, 'ForbiddenException');
    const id = /^\/stage\/@connections\/([^/?]+)$/.exec(decodePath(request.path))?.[1];
    if (id === undefined) return refuse(403, 'ForbiddenException');
    if (request.method === 'POST' && body.length > largest) {
      return refuse(413, 'PayloadTooLargeException');
    }
    const open = connections.get(decodeURIComponent(id));
    if (!open || open.isOpening) return refuse(410, 'GoneException');
    if (open.refusals > 0) {
      open.refusals -= 1;
      return refuse(429, 'LimitExceededException');
    }
    if (request.method === 'DELETE') {
      open.end();
      response.writeHead(204).end();
    } else if (request.method === 'POST') {
      posts += 1;
      const receive = open.waiting.shift() ?? ((text: string) => open.arrived.push(text));
      receive(body.toString());
      response.writeHead(200).end();
    } else refuse(403, 'ForbiddenException');
  }
}

/** The SDK encodes the `@` of the path as %40. */
function decodePath(url: string): string {
  return url.replace(/^(\/[^/]*\/)%40/, '$1@');
}
