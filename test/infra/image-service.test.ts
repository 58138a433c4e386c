import { beforeAll, describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { healthPath } from '#functions/service-manifest.ts';
import { eachTest } from '#test/support/each-test.ts';
import { http } from '#test/support/http/http-client.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { startSsmApi } from '#test/support/aws/ssm-api.ts';
import { openWorkerWorld } from '#test/support/worker/worker-world.ts';

const ADMIN_KEY = 'sixteen-or-more!';

onBackend((on) => {
  describe('a service that is always on, in the cloud', () => {
    const world = eachTest(() => openWorkerWorld(on));
    let ssm: Awaited<ReturnType<typeof startSsmApi>>;
    beforeAll(async () => {
      ssm = await startSsmApi();
      ssm.put('/lantern/test/ADMIN_KEY', ADMIN_KEY);
    });

    const start = (secrets: string) =>
      world().run(['scripts/serve.ts', '--aws', 'docs'], {
        ...{ LANTERN_SECRETS: secrets, AWS_ENDPOINT_URL_SSM: ssm.url, PORT: '0' },
      });
    const serve = async () => {
      const process = start('/lantern/test/ADMIN_KEY:1');
      const line = await process.printed(/^docs listening on (http:.*)$/m);
      return { process, send: http(line.slice(line.indexOf('http:'))) };
    };

    it('answers, keeps what it is told, and stops when it should', async () => {
      const first = await serve();
      expect((await first.send({ path: healthPath(services.docs) })).status).toBe(200);
      const created = await first.send({
        ...{ method: 'POST', path: '/api/admin/users' },
        headers: { authorization: `Bearer ${ADMIN_KEY}` },
        body: { username: 'reader', role: 'viewer' },
      });
      expect(created.status).toBe(200);
      first.process.kill('SIGTERM');
      expect((await first.process.ended).code).toBe(0);

      const second = await serve();
      const { api_key } = created.json() as { api_key: string };
      const headers = { authorization: `Bearer ${api_key}` };
      const me = await second.send({ path: '/api/auth/me', headers });
      expect(me.json()).toMatchObject({ username: 'reader', role: 'viewer' });
      second.process.kill('SIGTERM');
      expect((await second.process.ended).code).toBe(0);
    });

    it('does not begin without a secret that it was told of, in one line', async () => {
      const { code, stderr } = await start('/lantern/test/ADMIN_KEY:2').ended;
      const line = 'SSM has no parameter /lantern/test/ADMIN_KEY: set the secret and deploy again';
      expect([code, stderr.trim()]).toEqual([1, expect.stringContaining(line)]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    });
  });
});
