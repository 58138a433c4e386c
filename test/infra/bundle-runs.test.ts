import { beforeAll, describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { healthPath } from '#functions/service-manifest.ts';
import type { HttpResult } from '#core/http/reply/result.ts';
import { startSsmApi } from '#test/support/aws/ssm-api.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openWorkerWorld } from '#test/support/worker/worker-world.ts';
import { bundleAll } from '../../scripts/bundles/bundle.ts';

const key = 'the-key-of-the-administrator';
const served = Object.entries(services).filter(([, { isContainer }]) => !isContainer);
const request = (method: string, rawPath: string, headers: object = {}, body?: object) => ({
  version: '2.0',
  headers: { host: 'api.example', 'content-type': 'application/json', ...headers },
  rawPath,
  rawQueryString: '',
  requestContext: { requestId: 'req_1', http: { method, path: rawPath, sourceIp: '203.0.113.1' } },
  ...(body && { body: JSON.stringify(body) }),
  isBase64Encoded: false,
});

onBackend((on) => {
  describe('the bundle of a function, run as Lambda runs it', () => {
    const world = eachTest(() => openWorkerWorld(on));
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    beforeAll(async () => {
      folder = await temporaryFolder();
      const files = served.map(([, { common }]) => common);
      await bundleAll([...files, 'docs/users.ts', 'docs/sweep.ts'], folder.path);
      return folder.remove;
    });
    const start = (handler: string, service: string, more: Record<string, string> = {}) =>
      world().startFunction(handler, {
        ...{ LAMBDA_TASK_ROOT: folder.path, LANTERN_SERVICE: service, LANTERN_QUEUES: '{}' },
        ...more,
      });

    it.each(served)('answers for %s', async (service, manifest) => {
      const common = manifest.common.replace('.ts', '');
      const health = await start(`${common}.health`, service, { ADMIN_KEY: key });
      const nothing = await start(`${common}.fallback`, service, { ADMIN_KEY: key });
      const answers = [
        await health.invoke(request('GET', healthPath(manifest))),
        await nothing.invoke(request('GET', '/nothing-here')),
      ];
      expect(answers.map(({ body }) => (body as HttpResult).statusCode)).toEqual([200, 404]);
    });

    it('reads the secrets that it is told the names of (S10)', async () => {
      const ssm = await startSsmApi();
      ssm.put('/lantern/test/ADMIN_KEY', key);
      const users = await start('docs/users.create', 'docs', {
        LANTERN_SECRETS: '/lantern/test/ADMIN_KEY:1',
        AWS_ENDPOINT_URL_SSM: ssm.url,
      });
      const create = async (headers: object) => {
        const body = { username: 'reader' };
        const answer = await users.invoke(request('POST', '/api/admin/users', headers, body));
        return (answer.body as HttpResult).statusCode;
      };
      expect([await create({}), await create({ authorization: `Bearer ${key}` })]).toEqual([
        401, 200,
      ]);
    });

    it('wakes by its schedule', async () => {
      const sweep = await start('docs/sweep.handler', 'docs', { ADMIN_KEY: key });
      expect(await sweep.invoke({})).toMatchObject({ kind: 'response' });
    });
  });
});
