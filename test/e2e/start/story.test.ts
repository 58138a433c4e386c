import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { call, until } from '../../../scripts/demo/call.ts';
import { agentModel, modelsFile } from '../../../scripts/demo/story/agent-turns.ts';
import { modelServer } from '#test/support/ai/model-server.ts';
import { readCalls, scriptedCommand } from '#test/support/ai/scripted-ai.ts';
import { atEnd } from '#test/support/at-end.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { freePort } from '#test/support/free-port.ts';
import { testRepository } from '#test/support/git/git-repository.ts';
import { gitServer } from '#test/support/git/git-server.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { standIn } from '#test/support/http/stand-in.ts';
import { isComplete, runsAll } from '#test/support/level.ts';
import { program } from '#test/support/processes/program.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import {
  base,
  head,
  hostToken,
  hostUser,
  newPull,
  newRepository,
} from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const key = 'the-key-of-the-story-0123456789';
const secret = 'the-secret-of-the-story';
const repository = 'shop/app';
const number = 12;
const patch = ['@@ -1 +1,2 @@', ' export const total = 1;', '+export const tax = eval(input);'];

/** The services of `npm start`, beside a code host, a git server and a model. */
async function openStory() {
  const { path: folder } = await temporaryFolder();
  const at = (place: string) => join(folder, place);
  for (const place of ['git', 'webhook', 'agent', 'analysis', 'sessions/projects/-home-ada-app']) {
    mkdirSync(at(place), { recursive: true });
  }
  const certificate = testCertificate();
  writeFileSync(at('authority.pem'), certificate.ca);
  const [code, model] = await Promise.all([
    gitServer(at('git'), certificate),
    modelServer([{ text: 'The tax is in src/tax.ts.' }]),
  ]);
  atEnd(() => Promise.all([code.close(), model.close()]));
  const host = scmHost({ files: [] });
  const project = newRepository(repository);
  host.repositories.set(repository, project);
  project.cloneUrl = code.url('app');
  project.collaborators.set('grace', 'write');
  project.contents.set(`OWNERS@${base}`, 'approvers: [grace]\nreviewers: [grace]');
  const files = [{ filename: 'src/tax.ts', additions: 1, deletions: 0, patch: patch.join('\n') }];
  const pull = Object.assign(newPull(number, { title: 'feat: add a tax', files }), {
    ...{ author: 'ada', headRef: 'tax' },
  });
  project.pulls.set(number, pull);
  atEnd((await serveHost(host)).close);

  const ports: Record<string, string> = {};
  const urls: Record<string, string> = {};
  for (const [name, { listens }] of Object.entries(services)) {
    const isTaken = listens.port.variable in ports;
    const variable = (isTaken && listens.port.beside?.variable) || listens.port.variable;
    ports[variable] = String(await freePort());
    urls[name] = `http://127.0.0.1:${ports[variable]}`;
  }
  const bridge = (name: string) => `{ url: '${urls[name]}', key: '${key}' }`;
  const receiver = [
    `scm-api-url: ${host.origin}`,
    `scm-tokens: [${hostToken}]`,
    `webhook-secret: ${secret}`,
    'minimum-lgtm: 0',
    'gap-fill: false',
    `docs: ${bridge('docs')}`,
    `analysis: ${bridge('analysis')}`,
    'repositories:',
    '  app:',
    `    name: ${repository}`,
    '    set-auto-merge-prs: [main]',
    '    default-status-checks: [tests]',
  ];
  writeFileSync(at('webhook/config.yaml'), `${receiver.join('\n')}\n`);
  writeFileSync(at('agent/models.json'), modelsFile(model.origin));
  const finding = { severity: 'critical', path: 'src/tax.ts', line: 2, quote: 'eval(input)' };
  const rules = [
    { when: '^Reply with OK', text: 'OK' },
    { task: { kind: 'plan' }, json: plan(2) },
    {
      task: { kind: 'page' },
      text: '# {{title}}\n\nThe shop adds a tax.\n\nUSED FILES:\n- README.md',
    },
    {
      task: { kind: 'explain' },
      json: {
        ...{ classification: 'CODE ISSUE', details: 'The tax is missing.', code_fix: false },
        artifacts_evidence: 'error-message:1: expected 119, got 100\nerror-message:1: invented',
      },
    },
    {
      task: { kind: 'review' },
      json: { findings: [{ ...finding, title: 'Input is executed', body: 'Parse it.' }] },
    },
  ];
  writeFileSync(at('script.json'), JSON.stringify({ rules, log: at('calls') }));
  const environment = {
    ...ports,
    ...{ ADMIN_KEY: key, APP_ENCRYPTION_KEY: 'the-encryption-key-of-the-story' },
    ...{ DATA_DIR: at('docs'), DB_PATH: at('analysis/results.db') },
    ...{ WEBHOOK_SERVER_DATA_DIR: at('webhook'), SIDECAR_DATA_DIR: at('agent') },
    SESSIONINFO_DIR: at('sessions/projects'),
    ...{ AI_CLI_PROVIDER_A: scriptedCommand(at('script.json')), AI_PROVIDER: 'provider_a' },
    ...{ AI_MODEL: 'main', NODE_EXTRA_CA_CERTS: at('authority.pem') },
    ALLOW_PRIVATE_HOSTS: 'true',
  };
  const running = program(['start.ts'], { cwd: folder, environment });
  await running.printed(/^Stop with Ctrl\+C/);
  atEnd(async () => {
    running.kill('SIGTERM');
    await running.ended;
  });
  const commit = (text: string) => testRepository(at('git'), 'app').commit({ 'README.md': text });
  return { at, environment, folder, host, project, pull, urls, commit };
}

interface Ended {
  readonly state: string;
  readonly error?: string | null;
}

type Story = Awaited<ReturnType<typeof openStory>>;

/** Sends a delivery as the code host does, and waits for its end. */
async function deliver({ urls }: Story, event: string, id: string, more: object) {
  const body = JSON.stringify({ repository: { name: 'app', full_name: repository }, ...more });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const reply = await fetch(`${urls['webhook']}/webhook_server`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-github-event': event },
      ...{ 'x-github-delivery': id, 'x-hub-signature-256': `sha256=${signature}` },
    },
    body,
  });
  expect([id, reply.status]).toEqual([id, 200]);
  const { state, error } = await until(`The end of ${id}`, async () => {
    const address = `${urls['webhook']}/logs/api/deliveries/${id}`;
    const read = await call<Ended>(address).catch((): Ended => ({ state: 'processing' }));
    return read.state === 'processing' ? undefined : read;
  });
  expect([id, state, error]).toEqual([id, 'success', null]);
}

/** In text that people read. */
async function page(url: string): Promise<string> {
  const headers = { accept: 'text/html', authorization: `Bearer ${key}` };
  const text = await (await fetch(url, { headers })).text();
  return text.replaceAll(/<(script|style)[^]*?<\/\1>/g, '').replaceAll(/(?:<[^>]*>|\s)+/g, ' ');
}

describe.runIf(isComplete || runsAll)('one change, from its first push to its merge', () => {
  it(
    'is documented, checked, explained, reviewed, merged and found',
    { timeout: 240_000 },
    async () => {
      const story = await openStory();
      const { urls, host, project, pull, at } = story;
      const about = { number, head: { sha: head }, base: { ref: 'main' } };

      // A push arrives: the documentation is there, and follows the next one.
      const site = async () => {
        const { projects } = await call<{ projects: Record<string, string>[] }>(
          `${urls['docs']}/api/projects`,
          { key },
        );
        return projects[0];
      };
      for (const [place, text] of ['# Shop\n', '# Shop\n\nWith a tax.\n'].entries()) {
        const sha = story.commit(text);
        await deliver(story, 'push', `push-${place}`, {
          ref: 'refs/heads/main',
          sender: { login: 'ada' },
        });
        await until(`The site of ${sha}`, async () => {
          const row = await site();
          return (row?.['status'] === 'ready' && row['last_commit_sha'] === sha) || undefined;
        });
      }
      expect(await page(`${urls['docs']}/docs/app/page-1.html`)).toContain('The shop adds a tax.');

      // A pull request is opened and labelled.
      await deliver(story, 'pull_request', 'opened', {
        ...{ action: 'opened', number, pull_request: about, sender: { login: 'ada' } },
      });
      expect([...pull.labels].some((label) => label.startsWith('size/'))).toBe(true);

      // Its workflow fails: the report is explained, and a comment leads there.
      const xml =
        '<testsuite name="s"><testcase classname="cart" name="adds tax" time="1.5"><failure message="expected 119, got 100">at tax (src/tax.ts:2:1)</failure></testcase><testcase name="fine" time="0.1"/></testsuite>';
      const zip = zipSync({ 'report.xml': Buffer.from(xml) });
      const storage = await standIn((_, response) => response.end(zip));
      project.workflowRuns.push({
        ...{ id: 50, name: 'tests', run_number: 7, run_attempt: 1, head_sha: head },
        ...{ head_branch: 'tax', conclusion: 'failure', pull_requests: [] },
        html_url: 'https://code.example/shop/app/actions/runs/50',
      });
      const artifact = {
        id: 51,
        name: 'junit',
        size_in_bytes: zip.length,
        expired: false,
        run: 50,
      };
      project.artifacts.push({ ...artifact, url: `${storage.url}/junit` });
      project.checkRuns.push({
        ...{ id: 60, name: 'tests', head_sha: head, status: 'completed', conclusion: 'failure' },
        ...{ output: {}, app: { slug: 'github-actions' }, completed_at: '2026-01-01T00:00:00Z' },
        details_url: 'https://code.example/shop/app/actions/runs/50/job/60',
      });
      await deliver(story, 'workflow_run', 'failed', {
        ...{
          action: 'completed',
          workflow_run: { id: 50, conclusion: 'failure', pull_requests: [{ number }] },
        },
      });
      const comment = pull.comments
        .map(({ body }) => body)
        .find((body) => body.includes('/results/'));
      const [result = ''] = /http[^>]*\/results\/[\w-]+/.exec(comment ?? '') ?? [];
      const analyzed = await until('The analysis', async () => {
        const read = await call<{ status: string }>(`${result}?format=json`, { key });
        return read.status === 'completed' ? read : undefined;
      });
      expect(analyzed).toMatchObject({
        result: {
          failures: [
            {
              test_name: 'cart.adds tax',
              analysis: {
                classification: 'CODE ISSUE',
                artifacts_evidence: 'error-message:1: expected 119, got 100',
              },
            },
          ],
        },
      });
      expect(await page(result)).toMatch(/shop\/app\/tests #7 .* branch tax/);

      // A person knows better, asks, and has the tests run again.
      const place = { test_name: 'cart.adds tax' };
      await call(`${result}/override-classification`, {
        ...{ key, method: 'PUT', body: { ...place, classification: 'INFRASTRUCTURE' } },
      });
      expect(await page(result)).toContain('Infrastructure');
      const said = '/retest all';
      const user = { login: 'ada', type: 'User' };
      pull.comments.push({ id: 70, body: said, user, reactions: new Set() });
      await deliver(story, 'issue_comment', 'retest', {
        ...{ action: 'created', issue: { number, pull_request: {} }, sender: user },
        comment: { id: 70, body: said, user, created_at: new Date().toISOString() },
      });
      expect(host.changes.join('\n')).toMatch(/actions\/(?:runs|jobs)\/\d+\/rerun/);

      // The command line reviews it, once.
      const words = [
        'lantern.ts',
        'pr',
        'review',
        repository,
        String(number),
        '--post',
        '--via',
        'rest',
      ];
      const reviewed = await program(words, {
        cwd: story.folder,
        environment: { ...story.environment, SCM_API_URL: host.origin, SCM_TOKEN: hostToken },
      }).ended;
      expect([reviewed.code, reviewed.stderr]).toEqual([0, expect.any(String)]);
      const [review] = pull.reviews;
      expect(review?.comments).toMatchObject([{ path: 'src/tax.ts', line: 2 }]);

      // It is approved, its tests pass, and it merges by itself.
      const login = 'grace';
      pull.reviews.push({
        ...{ id: 80, commit_id: head, body: '', state: 'APPROVED', comments: [], user: { login } },
        submitted_at: new Date().toISOString(),
      });
      await deliver(story, 'pull_request_review', 'approved', {
        ...{ action: 'submitted', pull_request: about, sender: { login } },
        review: { id: 80, state: 'approved', user: { login }, commit_id: head },
      });
      const run = project.checkRuns.find(({ id }) => id === 60);
      Object.assign(run ?? {}, { status: 'completed', conclusion: 'success' });
      await deliver(story, 'check_run', 'passed', {
        action: 'completed',
        check_run: { name: 'tests', head_sha: head, pull_requests: [{ number }] },
      });
      await until('The merge', async () => pull.isMerged || undefined);
      await deliver(story, 'pull_request', 'closed', {
        ...{ action: 'closed', number, pull_request: { ...about, merged: true } },
        sender: { login: hostUser },
      });

      // The log has every step on one page.
      const flow = await page(`${urls['webhook']}/logs/pulls/${repository}/${number}`);
      for (const part of [
        ...['Opened by ada', 'size/XS', 'analyze-run-50', '/retest by ada', 'Check completed'],
        ...['Review by grace', 'Merged'],
      ])
        expect(flow).toContain(part);

      // The agent answers about it; what an assistant said about it is found.
      const body = { ...agentModel, system_prompt: 'Answer shortly.', cwd: at('git') };
      const agent = urls['agent'] ?? '';
      const session = await call<{ session_id: string }>(`${agent}/sessions`, { key, body });
      await call(`${agent}/sessions/${session.session_id}/prompt`, {
        ...{ key, body: { message: 'Where is the tax?' } },
      });
      const line = { type: 'user', message: { role: 'user', content: 'Why is the tax missing?' } };
      const more = { sessionId: 's1', cwd: '/home/ada/app', uuid: 'u1', timestamp: new Date() };
      writeFileSync(
        at('sessions/projects/-home-ada-app/s1.jsonl'),
        JSON.stringify({ ...line, ...more }),
      );
      const found = await until('The session', async () => {
        const text = await page(`${urls['sessions']}/?q=tax+missing`);
        return text.includes('Why is the tax missing?') || undefined;
      });
      expect(found).toBe(true);

      // Home shows it all.
      const home = await page(`${urls['docs']}/`);
      for (const part of ['1 project', 'shop/app/tests #7', 'shop/app#12', 'Agent, just now'])
        expect(home).toContain(part);
      const everything = await page(`${urls['docs']}/search?q=tax`);
      for (const part of ['Pages Page 1 app', 'cart.adds tax', 'Why is the tax missing?'])
        expect(everything).toContain(part);
      // Nothing was asked twice.
      const asked = readCalls(at('calls')).map(({ prompt }) => /"kind":"(\w+)"/.exec(prompt)?.[1]);
      expect(asked.filter((kind) => kind === 'explain')).toHaveLength(1);
      expect(asked.filter((kind) => kind === 'review')).toHaveLength(1);
    },
  );
});
