import { beforeAll, describe, expect, it } from 'vitest';
import { readParameters } from '#core/platform/adapters/aws/secrets/parameters.ts';
import { cloudEnvironment } from '#core/home/cloud-environment.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { startSsmApi } from '#test/support/aws/ssm-api.ts';

type SsmApi = Awaited<ReturnType<typeof startSsmApi>>;

const path = (name: string) => `/lantern/test/${name}`;
const many = Array.from({ length: 23 }, (_, at) => `SECRET_${at}`);

/** As the rollout writes them. */
function writer(endpoint: string) {
  const scope = 'test/20260101/us-east-1/ssm/aws4_request';
  const headers = {
    authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`,
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AmazonSSM.PutParameter',
  };
  return async (name: string, value: string) => {
    const parameter = { Name: path(name), Value: value, Type: 'SecureString', Overwrite: true };
    const body = JSON.stringify(parameter);
    expect((await fetch(endpoint, { method: 'POST', headers, body })).status).toBe(200);
  };
}

onBackend((on) => {
  describe(`parameters on ${on.backend.name === 'npm' ? 'our own stand-in' : on.backend.name}`, () => {
    let standIn: SsmApi | undefined;
    let endpoint = '';
    beforeAll(async () => {
      if (on.backend.name === 'npm') standIn = await startSsmApi();
      endpoint = standIn?.url ?? on.endpoints().dynamodb;
      const write = writer(endpoint);
      await write('ADMIN_KEY', 'the first');
      await write('ADMIN_KEY', 'ü "quoted" $x\n');
      for (const name of many) await write(name, `of ${name}`);
    });

    const read = (names: readonly string[]) =>
      readParameters(names, { client: on.clients().dynamodb, endpoint });

    it('reads what is set, decrypted', async () => {
      expect([...(await read([path('ADMIN_KEY')]))]).toEqual([
        [path('ADMIN_KEY'), 'ü "quoted" $x\n'],
      ]);
    });

    it('names every one that is missing, in one line', async () => {
      const asked = [path('ADMIN_KEY:9'), ...many.map(path), path('NONE')];
      const failure = await expectFailure(read(asked), 'configuration', 'missing_secret');
      const missing = `${path('ADMIN_KEY')}, ${path('NONE')}`;
      const text = `SSM has no parameter ${missing}: set the secret and deploy again`;
      expect(failure.message).toBe(text);
    });

    it('become the variables of that name, below what is set by hand', async () => {
      const given = {
        LANTERN_SECRETS: `${path('ADMIN_KEY:1')},${path('SECRET_1:1')}`,
        AWS_ENDPOINT_URL_SSM: endpoint,
        SECRET_1: 'by hand',
      };
      const environment = await cloudEnvironment(given, on.clients());
      expect(environment).toEqual({ ...given, ADMIN_KEY: 'the first' });
    });
  });
});

onBackend((on) => {
  describe('parameters, when SSM refuses', () => {
    let api: SsmApi;
    beforeAll(async () => {
      api = await startSsmApi();
      await writer(api.url)('ADMIN_KEY', 'value');
    });
    const read = () =>
      readParameters([path('ADMIN_KEY')], { client: on.clients().dynamodb, endpoint: api.url });

    it('waits while it is throttled or broken', async () => {
      api.refuse(
        { type: 'ThrottlingException', message: 'Rate exceeded' },
        { type: 'InternalServerError', message: '', status: 500 },
      );
      const before = api.calls.length;
      expect((await read()).get(path('ADMIN_KEY'))).toBe('value');
      expect(api.calls.length - before).toBe(3);
    });

    it('says so in one line when it may not read, without trying again', async () => {
      api.refuse({ type: 'AccessDeniedException', message: 'User: arn… is not authorized' });
      const before = api.calls.length;
      const failure = await expectFailure(read(), 'configuration', 'aws_refused');
      expect(failure.message).toMatch(/^SSM refuses: AccessDeniedException\. [^\n]+$/);
      expect(api.calls.length - before).toBe(1);
    });

    it('is outage when nothing answers', async () => {
      const gone = await startSsmApi();
      await gone.close();
      const options = { client: on.clients().dynamodb, endpoint: gone.url };
      const reading = readParameters([path('ADMIN_KEY')], options);
      await expectFailure(reading, 'unavailable', 'storage_unavailable');
    });
  });
});
