import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { services, type ServiceName } from '#functions/manifest.ts';
import { healthPath } from '#functions/service-manifest.ts';
import { startEmulators, type Emulators } from '#test/support/emulators/emulators.ts';
import { http } from '#test/support/http/http-client.ts';
import { startLocalStackFront } from '#test/support/emulators/localstack-front.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const anyPort = {
  ...{ PORT: '0', ANALYSIS_PORT: '0', WEBHOOK_SERVER_PORT: '0', SESSIONINFO_PORT: '0' },
  SIDECAR_PORT: '0',
};
const names = Object.keys(services) as ServiceName[];

describe('npm run emulate', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let emulators: Emulators;
  let front: Awaited<ReturnType<typeof startLocalStackFront>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    emulators = await startEmulators();
    front = await startLocalStackFront({ behind: emulators });
  });
  afterAll(async () => {
    await front.close();
    await emulators.stop();
    await folder.remove();
  });
  const emulate = (environment: Record<string, string>) =>
    program(['emulate.ts'], { cwd: folder.path, environment: { ...anyPort, ...environment } });

  const ways: readonly [
    name: string,
    environment: () => Record<string, string>,
    said: () => string,
  ][] = [
    [
      'the emulators from npm, where there is nothing else',
      // The port of nobody.
      () => ({ LOCALSTACK_PORT: '1' }),
      () => 'AWS is emulators from npm: S3 http://127.0.0.1:',
    ],
    [
      'LocalStack, where it runs on this machine',
      () => ({ LOCALSTACK_PORT: String(front.port), AWS_SECRET_ACCESS_KEY: 'not for it' }),
      () => `AWS is LocalStack: S3 ${front.url}, SQS ${front.url}, DynamoDB ${front.url}`,
    ],
    [
      'what AWS_ENDPOINT_URL names',
      () => ({ AWS_ENDPOINT_URL: front.url, LOCALSTACK_PORT: '1' }),
      () => `AWS is AWS_ENDPOINT_URL: S3 ${front.url}, SQS ${front.url}, DynamoDB ${front.url}`,
    ],
  ];
  it.each(ways)('serves everything in front of %s', async (_name, environment, said) => {
    const running = emulate(environment());
    expect(await running.printed(/^AWS is /)).toContain(said());
    for (const name of names) {
      const line = await running.printed(new RegExp(`^${name} listening on `));
      const url = line.slice(line.indexOf('http://'));
      const reply = await http(url)({ path: healthPath(services[name]) });
      expect([name, reply.status]).toEqual([name, 200]);
    }
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('passes a LocalStack by that lacks a service, and whatever else listens there', async () => {
    const partial = { s3: 'available', sqs: 'available', dynamodb: 'disabled' };
    const lacking = await startLocalStackFront({ behind: emulators, services: partial });
    const other = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const { port } = other.address() as AddressInfo;
    for (const LOCALSTACK_PORT of [String(lacking.port), String(port)]) {
      const running = emulate({ LOCALSTACK_PORT });
      expect(await running.printed(/^AWS is /)).toContain('emulators from npm');
      running.kill('SIGKILL');
      await running.ended;
    }
    expect(lacking.asked).toEqual(['GET /_localstack/health']);
    await lacking.close();
    await new Promise((closed) => other.close(closed));
  });

  it('follows nobody elsewhere', async () => {
    const seen: string[] = [];
    const elsewhere = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
    const away = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const redirecting = createServer((_request, response) =>
      response.writeHead(302, { location: away }).end(),
    );
    await new Promise<void>((listening) => redirecting.listen(0, '127.0.0.1', listening));
    const LOCALSTACK_PORT = String((redirecting.address() as AddressInfo).port);
    const proxies = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: away, http_proxy: away };
    const running = emulate({ LOCALSTACK_PORT, ...proxies });
    expect(await running.printed(/^AWS is /)).toContain('emulators from npm');
    running.kill('SIGKILL');
    await running.ended;
    expect(seen).toEqual([]);
    for (const server of [elsewhere, redirecting]) {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    }
  });

  it('refuses an endpoint where nothing answers, in one line', async () => {
    const { code, stderr } = await emulate({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }).ended;
    expect([code, stderr]).toEqual([
      1,
      'Error: AWS_ENDPOINT_URL_S3 names http://127.0.0.1:1, where nothing answers: start it (docker compose up -d localstack) or unset AWS_ENDPOINT_URL_S3\n',
    ]);
  });
});
