import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { asAdmin } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { testRepository } from '#test/support/git/git-repository.ts';
import { gitServer } from '#test/support/git/git-server.ts';
import { http, type Sent } from '#test/support/http/http-client.ts';
import { isDeep } from '#test/support/level.ts';
import { hasPostgres, ownPostgres } from '#test/support/postgres/on-postgres.ts';
import { replicas } from '#test/support/postgres/replicas.ts';
import fc, { seed } from '#test/support/property.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { head, hostToken, newPull } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { adminKey } from '#test/support/world.ts';

const size = isDeep ? 20 : 8;
const projectNames = Array.from({ length: size }, (_, at) => `shop-${at}`);
const pages = 5;
const analyses = Array.from({ length: size }, (_, at) => at);
const errors = ['apple', 'bread', 'cheese'];
const pulls = Array.from({ length: 15 }, (_, at) => at + 1);
const perPull = size;
const certificate = testCertificate();
/** Calls of models that one replica has on their way at most; each of them may be lost with it. */
const atOnce = 20;
/** Above the lease of a step. */
const longerThanLease = 25_000;

type Blow = 'kill' | 'freeze' | 'cut' | 'restart';
/** Each of them strikes at a random moment. */
const blows: readonly Blow[] = ['kill', 'cut', 'freeze', 'kill', 'restart', 'cut', 'kill', 'kill'];

interface Work {
  readonly repository: (name: string) => string;
  readonly send: (service: 'docs' | 'analysis' | 'webhook', sent: Sent) => Promise<unknown>;
}

describe.skipIf(!hasPostgres)('two replicas through a storm', () => {
  const folder = eachTest(temporaryFolder);

  it('end what was acknowledged, once (R1, R3, R10)', { timeout: 600_000 }, async () => {
    const database = await ownPostgres();
    const host = scmHost({ files: [] });
    await serveHost(host);
    for (const number of pulls) host.repository.pulls.set(number, newPull(number, { files: [] }));
    const { path } = folder();
    prepare(path, host.origin);
    const git = await gitServer(join(path, 'repositories'), certificate);
    const two = await replicas({
      count: 2,
      services: ['docs', 'analysis', 'webhook'],
      folder: path,
      database: database.url,
      environment: {
        SECRETS_KEY: 'a key that is long enough',
        ADMIN_KEY: adminKey,
        BLOBS_DIR: join(path, 'files'),
        ALLOW_PRIVATE_HOSTS: 'true',
        NODE_EXTRA_CA_CERTS: join(path, 'authority.pem'),
        AI_CLI_PROVIDER_A: `/bin/sh ${join(path, 'model.sh')}`,
        AI_CLI_PROVIDER_B: `/bin/sh ${join(path, 'model.sh')}`,
        LOG_LEVEL: 'WARNING',
      },
    });

    /** Until it is acknowledged: clients and the code host send again. */
    async function send(service: 'docs' | 'analysis' | 'webhook', sent: Sent): Promise<unknown> {
      for (;;) {
        const reply = await http(two.url(service))(sent).catch(() => undefined);
        if (reply && reply.status < 300) return reply.json();
        const isAskedToWait = reply?.status === 503 && reply.headers['retry-after'] !== undefined;
        if (reply && !isAskedToWait) {
          if (reply.status === 409 && service === 'docs') return undefined;
          throw new Error(`${sent.path}: ${reply.status} ${reply.text}`);
        }
        await pause(100);
      }
    }

    const [moments = []] = fc.sample(
      fc.array(fc.integer({ min: 300, max: 2_500 }), { minLength: 8, maxLength: 8 }),
      { seed, numRuns: 1 },
    );
    const frozen: Promise<void>[] = [];
    async function storm(): Promise<void> {
      for (const [at, blow] of blows.entries()) {
        await pause(moments[at] ?? 0);
        if (blow === 'kill') await two.kill(at % 2);
        else if (blow === 'freeze') frozen.push(two.freeze(1, longerThanLease));
        else if (blow === 'cut') two.cutDatabase();
        else await database.restart();
      }
      await Promise.all(frozen);
    }

    const work = { repository: (name: string) => git.url(name), send };
    const [jobs, ids] = await Promise.all([analyze(work), deliver(work), generate(work), storm()]);

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[];
    const open = async () =>
      rows(`SELECT 'project' AS what, name AS id, status FROM lantern_docs.projects
            WHERE status = 'generating'
          UNION ALL SELECT 'job', id, status FROM lantern_analysis.analysis_jobs
            WHERE status IN ('pending', 'waiting', 'running')
          UNION ALL SELECT 'message', id, queue FROM lantern_docs.lantern_queue
          UNION ALL SELECT 'message', id, queue FROM lantern_analysis.lantern_queue
          UNION ALL SELECT 'message', id, queue FROM lantern_webhook.lantern_queue`);
    await expect.poll(open, { timeout: 300_000 }).toEqual([]);

    expect(
      await rows(`SELECT name, status, page_count::int, error_pages::int FROM lantern_docs.projects
          ORDER BY name`),
    ).toEqual(
      projectNames
        .toSorted()
        .map((name) => ({ name, status: 'ready', page_count: pages, error_pages: 0 })),
    );
    const ended = await rows<{ id: string; status: string }>(
      'SELECT id, status FROM lantern_analysis.analysis_jobs',
    );
    expect(ended.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(ended.map(({ id }) => id).toSorted()).toEqual(jobs.toSorted());
    expect(
      await rows(`SELECT id, state, error FROM lantern_webhook.webhook_deliveries
          WHERE state <> 'success'`),
    ).toEqual([]);
    const processed = await rows<{ id: string }>(
      'SELECT id FROM lantern_webhook.webhook_deliveries ORDER BY completed_at',
    );
    expect(processed).toHaveLength(ids.length);
    for (const number of pulls) {
      const ofPull = (all: readonly string[]) => all.filter((id) => id.startsWith(`${number}-`));
      expect(ofPull(processed.map(({ id }) => id))).toEqual(ofPull(ids));
      const welcome = host.changes.filter((change) =>
        new RegExp(`^POST .*issues/${number}/comments`).test(change),
      );
      expect([number, welcome.length]).toEqual([number, 1]);
    }
    await client.end();

    // What was on its way in a replica that was killed, or slept too long, is asked again.
    const lost = blows.filter((blow) => blow === 'kill' || blow === 'freeze').length * atOnce;
    const asked = readFileSync(join(path, 'asked'), 'utf8').split('\n').slice(0, -1);
    const needed = projectNames.length * (pages + 1) + ended.length * errors.length * 2;
    expect(asked.length).toBeGreaterThanOrEqual(needed);
    expect(asked.length).toBeLessThanOrEqual(needed + lost);
  });
});

/** Repositories, a configuration and a model that takes its time and records its questions. */
function prepare(folder: string, origin: string): void {
  mkdirSync(join(folder, 'repositories'));
  for (const name of projectNames) {
    testRepository(join(folder, 'repositories'), name).commit({ 'README.md': '# Sample\n' });
  }
  writeFileSync(join(folder, 'authority.pem'), certificate.ca);
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan(pages)));
  const model = `prompt=$(cat)
case "$prompt" in
  'Reply with OK'*) echo OK; exit ;;
  *'"kind":"plan"'*) echo plan >> ${folder}/asked ;;
  *'"kind":"page"'*) echo page >> ${folder}/asked ;;
  *) echo group >> ${folder}/asked ;;
esac
sleep 0.3
case "$prompt" in
  *'"kind":"plan"'*) cat ${folder}/plan.json ;;
  *'"kind":"page"'*) printf '# A page\\n\\nSee \`README.md:1\`.\\n\\nUSED FILES:\\n- README.md\\n' ;;
  *) echo '{"classification":"CODE ISSUE","agrees":true,"details":"It is the code."}' ;;
esac
`;
  writeFileSync(join(folder, 'model.sh'), model);
  chmodSync(join(folder, 'model.sh'), 0o700);
  mkdirSync(join(folder, 'files', 'webhook'), { recursive: true });
  writeFileSync(
    join(folder, 'files', 'webhook', 'config.yaml'),
    `scm-api-url: ${origin}\nscm-tokens: [${hostToken}]\n` +
      'repositories:\n  repo:\n    name: owner/repo\n',
  );
}

async function generate({ repository, send }: Work): Promise<void> {
  await Promise.all(
    projectNames.map((name) =>
      send('docs', {
        method: 'POST',
        path: '/api/generate',
        headers: asAdmin,
        body: { repo_url: repository(name), ai_provider: 'provider_a' },
      }),
    ),
  );
}

/** Ids of the jobs that were acknowledged. */
async function analyze({ send }: Work): Promise<string[]> {
  return Promise.all(
    analyses.map(async (at) => {
      const cases = errors.map(
        (error, place) =>
          `<testcase name="t${place}"><failure message="no ${error} in shop ${'abcdefghijklmnopqrst'[at]}"/></testcase>`,
      );
      const body = {
        raw_xml: `<testsuite>${cases.join('')}</testsuite>`,
        ...{ ai_provider: 'provider_a', ai_model: 'main', max_concurrent_ai_calls: 3 },
        peer_ai_configs: [{ ai_provider: 'provider_b', ai_model: 'peer' }],
      };
      const headers = { 'idempotency-key': `analysis ${at}` };
      const sent = { method: 'POST', path: '/analyze-failures', headers, body };
      const reply = await send('analysis', sent);
      return (reply as { job_id: string }).job_id;
    }),
  );
}

/** Ids of the deliveries. */
async function deliver({ send }: Work): Promise<string[]> {
  const repository = { name: 'repo', full_name: 'owner/repo' };
  const ids: string[] = [];
  await Promise.all(
    pulls.map(async (number) => {
      for (let at = 0; at < perPull; at += 1) {
        const id = `${number}-${at}`;
        ids.push(id);
        const isOpened = at === 3;
        const headers = {
          'x-scm-event': isOpened ? 'pull_request' : 'star',
          'x-scm-delivery': id,
        };
        const pull_request = { number, title: 'A door', head: { sha: head } };
        const body = { repository, pull_request, sender: { login: 'mona' } };
        await send('webhook', {
          ...{ method: 'POST', path: '/webhook_server', headers },
          body: isOpened ? { ...body, action: 'opened' } : body,
        });
      }
    }),
  );
  return ids;
}
