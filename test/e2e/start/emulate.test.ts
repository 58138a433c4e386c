import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { services, type ServiceName } from '#functions/manifest.ts';
import { healthPath } from '#functions/service-manifest.ts';
import { startEmulators, type Emulators } from '#test/support/emulators/emulators.ts';
import { http } from '#test/support/http/http-client.ts';
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
  beforeAll(async () => {
    folder = await temporaryFolder();
    emulators = await startEmulators();
  });
  afterAll(async () => {
    await emulators.stop();
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
      () => ({}),
      () => 'AWS is emulators from npm: S3 http://127.0.0.1:',
    ],
    [
      'what AWS_ENDPOINT_URL_S3 and the others name',
      () => ({
        AWS_ENDPOINT_URL_S3: emulators.s3,
        AWS_ENDPOINT_URL_SQS: emulators.sqs,
        AWS_ENDPOINT_URL_DYNAMODB: emulators.dynamodb,
      }),
      () => `: S3 ${emulators.s3}, SQS ${emulators.sqs}, DynamoDB ${emulators.dynamodb}`,
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

  it('refuses an endpoint where nothing answers, in one line', async () => {
    const { code, stderr } = await emulate({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }).ended;
    expect([code, stderr]).toEqual([
      1,
      'Error: AWS_ENDPOINT_URL_S3 names http://127.0.0.1:1, where nothing answers: start it (docker compose up -d localstack) or unset AWS_ENDPOINT_URL_S3\n',
    ]);
  });
});
