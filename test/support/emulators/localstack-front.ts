import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Emulators } from './emulators.ts';

interface FrontOptions {
  readonly behind: Pick<Emulators, 's3' | 'sqs' | 'dynamodb'>;
  /** The status of each service in its health route. */
  readonly services?: Readonly<Record<string, string>>;
}

/** LocalStack's interface, one address for all services and a health route, in front of the npm
 * emulators. */
export async function startLocalStackFront({ behind, services }: FrontOptions) {
  const said = services ?? { s3: 'available', sqs: 'available', dynamodb: 'running' };
  const asked: string[] = [];

  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/_localstack/health') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ services: said, edition: 'community', version: '4.14.0' }));
      return;
    }
    const url = new URL(request.url ?? '/', placeOf(request));
    const { method, headers } = request;
    const forward = send(url, { method: method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forward.on('error', () => response.destroy());
    request.pipe(forward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;

  /** JSON protocols name their service; every other request is for S3. */
  function placeOf({ headers }: IncomingMessage): string {
    const target = String(headers['x-amz-target'] ?? '');
    if (target.startsWith('DynamoDB_')) return behind.dynamodb;
    return target.startsWith('AmazonSQS') ? behind.sqs : behind.s3;
  }

  return {
    port,
    asked,
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
