import { renderedSite } from '#test/support/rendered-site.ts';
import { sampleSite } from '#test/support/sample-site.ts';
import { openAgentWorld, type AgentWorld } from '#test/support/agent-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadService } from '#core/host/load-service.ts';
import type { Handler } from '#core/http/endpoint.ts';
import { services, type ServiceName } from '#functions/manifest.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { inputFailures } from '#core/analysis/base/job-files.ts';
import { uploads } from '#core/analysis/base/tables/tables.ts';
import { addJob, nestedResult } from '#test/support/analysis-jobs.ts';
import { addProject } from '#test/support/add-project.ts';
import type { Sent } from '#test/support/http-client.ts';
import { addDelivery, unprocessed } from '#test/support/delivery-rows.ts';
import { sampleRecords } from '#test/support/sample-logs.ts';
import { fakeJira, serverToken } from '#test/support/jira/server.ts';
import type { FakeJira } from '#test/support/jira/state.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';
import { openSampleSessions } from '#test/support/sessions-world.ts';
import { browserKeys } from '#test/support/push-service.ts';
import { addRunning } from '#test/support/running-generation.ts';
import { adminKey, onLocal, openWorld, type World } from '#test/support/world.ts';

const names = Object.keys(services) as ServiceName[];

const upload = 'upl_00000000-0000-0000-0000-000000000000';
const noFailures = { failures: [], ai_provider: 'provider_a', ai_model: 'sonnet' };

const issuesAt = 'https://code.example/owner/repo';

const withKey = { headers: asAdmin };

// A request for every documented reply that has a schema.
const asked: Readonly<Record<ServiceName, Readonly<Record<string, Sent>>>> = {
  docs: {
    'GET /health 200': { path: '/health' },
    'POST /api/auth/login 200': {
      method: 'POST',
      path: '/api/auth/login',
      body: { username: 'admin', api_key: adminKey },
    },
    'POST /api/auth/logout 200': {
      method: 'POST',
      path: '/api/auth/logout',
      headers: asAdmin,
    },
    'GET /api/auth/me 200': { path: '/api/auth/me', headers: asAdmin },
    'POST /api/me/rotate-key 200': {
      method: 'POST',
      path: '/api/me/rotate-key',
      headers: bearer('USER_KEY'),
    },
    'GET /api/admin/users 200': { path: '/api/admin/users', headers: asAdmin },
    'POST /api/admin/users 200': {
      method: 'POST',
      path: '/api/admin/users',
      headers: asAdmin,
      body: { username: 'new' },
    },
    'DELETE /api/admin/users/{username} 200': {
      method: 'DELETE',
      path: '/api/admin/users/vic',
      headers: asAdmin,
    },
    'POST /api/admin/users/{username}/rotate-key 200': {
      method: 'POST',
      path: '/api/admin/users/uma/rotate-key',
      headers: asAdmin,
    },
    'POST /api/generate 202': {
      method: 'POST',
      path: '/api/generate',
      headers: asAdmin,
      body: { repo_url: 'https://code.example/team/new' },
    },
    'POST /api/projects/{name}/abort 202': {
      method: 'POST',
      path: '/api/projects/running/abort',
      headers: asAdmin,
    },
    'GET /api/status 200': { path: '/api/status', headers: asAdmin },
    'GET /api/projects 200': { path: '/api/projects', headers: asAdmin },
    'GET /api/projects/{name}/search 200': {
      path: '/api/projects/finished/search?q=queue',
      headers: asAdmin,
    },
    'GET /api/projects/{name}/pages 200': {
      path: '/api/projects/finished/pages',
      headers: asAdmin,
    },
    'GET /api/projects/{name}/pages/{slug} 200': {
      path: '/api/projects/finished/pages/introduction',
      headers: asAdmin,
    },
    'GET /api/projects/{name}/progress 200': {
      path: '/api/projects/finished/progress',
      headers: asAdmin,
    },
    'GET /api/projects/{name}/generations 200': {
      path: '/api/projects/running/generations',
      headers: asAdmin,
    },
    'POST /api/admin/projects/{name}/access 200': {
      method: 'POST',
      path: '/api/admin/projects/finished/access',
      headers: asAdmin,
      body: { username: 'uma', owner: 'admin' },
    },
    'GET /api/admin/projects/{name}/access 200': {
      path: '/api/admin/projects/finished/access?owner=admin',
      headers: asAdmin,
    },
    'DELETE /api/admin/projects/{name}/access/{username} 200': {
      method: 'DELETE',
      path: '/api/admin/projects/finished/access/uma?owner=admin',
      headers: asAdmin,
    },
    'DELETE /api/projects/{name} 200': {
      method: 'DELETE',
      path: '/api/projects/finished',
      headers: asAdmin,
    },
  },
  analysis: {
    'GET /api/health 200': { path: '/api/health' },
    'GET /health 200': { path: '/health' },
    'POST /api/auth/login 200': {
      method: 'POST',
      path: '/api/auth/login',
      body: { username: 'admin', api_key: adminKey },
    },
    'POST /api/auth/logout 200': { method: 'POST', path: '/api/auth/logout' },
    'GET /api/auth/me 200': { path: '/api/auth/me' },
    'GET /api/admin/users 200': { path: '/api/admin/users', headers: asAdmin },
    'POST /api/admin/users 200': {
      method: 'POST',
      path: '/api/admin/users',
      headers: asAdmin,
      body: { username: 'new' },
    },
    'PUT /api/admin/users/{username}/role 200': {
      method: 'PUT',
      path: '/api/admin/users/uma/role',
      headers: asAdmin,
      body: { role: 'admin' },
    },
    'POST /api/admin/users/{username}/rotate-key 200': {
      method: 'POST',
      path: '/api/admin/users/uma/rotate-key',
      headers: asAdmin,
    },
    'DELETE /api/admin/users/{username} 200': {
      method: 'DELETE',
      path: '/api/admin/users/vic',
      headers: asAdmin,
    },
    'GET /api/user/tokens 200': { path: '/api/user/tokens', headers: asAdmin },
    'PUT /api/user/tokens 200': {
      method: 'PUT',
      path: '/api/user/tokens',
      headers: asAdmin,
      body: { scm_token: 'a-token-of-mine' },
    },
    'POST /api/validate-token 200': {
      method: 'POST',
      path: '/api/validate-token',
      headers: asAdmin,
      body: { token_type: 'tracker', token: serverToken },
    },
    'POST /api/tracker-projects 200': {
      method: 'POST',
      path: '/api/tracker-projects',
      body: {},
    },
    'POST /api/tracker-security-levels 200': {
      method: 'POST',
      path: '/api/tracker-security-levels',
      body: { project_key: 'SHOP' },
    },
    'GET /results 200': { path: '/results' },
    'GET /results/{job_id} 200': { path: '/results/job_done' },
    'GET /results/{job_id} 202': { path: '/results/job_running' },
    'GET /api/dashboard 200': { path: '/api/dashboard' },
    'PUT /api/jobs/{name+} 200': {
      ...{ method: 'PUT', path: '/api/jobs/team/nightly/metadata', body: { team: 'shop' } },
    },
    'GET /api/jobs/{name+} 200': { path: '/api/jobs/team%2Fnightly/metadata' },
    'GET /api/jobs/metadata 200': { path: '/api/jobs/metadata?team=shop' },
    'POST /api/jobs/metadata/rules/preview 200': {
      ...{ method: 'POST', path: '/api/jobs/metadata/rules/preview', headers: asAdmin, body: {} },
    },
    'DELETE /api/jobs/{name+} 200': {
      ...{ method: 'DELETE', path: '/api/jobs/team/nightly/metadata' },
    },
    'POST /analyze 202': {
      ...{ method: 'POST', path: '/analyze' },
      body: { job_name: 'a', build_number: 1, ai_provider: 'provider_a', ai_model: 'm' },
    },
    'POST /analyze-failures 200': { method: 'POST', path: '/analyze-failures', body: noFailures },
    'POST /analyze-failures 202': {
      method: 'POST',
      path: '/analyze-failures',
      headers: { prefer: 'respond-async' },
      body: noFailures,
    },
    'POST /re-analyze/{job_id} 202': {
      method: 'POST',
      path: '/re-analyze/job_done',
      body: {},
    },
    'POST /results/{job_id}/cancel 202': { method: 'POST', path: '/results/job_running/cancel' },
    'POST /uploads 200': { method: 'POST', path: '/uploads' },
    'PUT /uploads/{upload_id} 200': { method: 'PUT', path: `/uploads/${upload}`, body: '<a/>' },
    'POST /results/{job_id}/comments 201': {
      method: 'POST',
      path: '/results/job_done/comments',
      headers: { cookie: 'app_username=uma' },
      body: { test_name: 'login', comment: 'For @uma.' },
    },
    'GET /results/{job_id}/comments 200': { path: '/results/job_done/comments' },
    'PUT /results/{job_id}/reviewed 200': {
      method: 'PUT',
      path: '/results/job_done/reviewed',
      body: { test_name: 'login', reviewed: true },
    },
    'GET /results/{job_id}/progress 200': { path: '/results/job_done/progress' },
    'GET /results/{job_id}/review-status 200': { path: '/results/job_done/review-status' },
    'PUT /results/{job_id}/override-classification 200': {
      method: 'PUT',
      path: '/results/job_done/override-classification',
      body: { test_name: 'login', classification: 'PRODUCT BUG' },
    },
    'POST /api/feedback/preview 200': {
      ...{ method: 'POST', path: '/api/feedback/preview', body: { description: 'a' } },
    },
    'POST /api/feedback/create 201': {
      ...{ method: 'POST', path: '/api/feedback/create', body: { title: 'a', body: 'b' } },
    },
    'POST /results/{job_id}/preview-tracker-bug 200': {
      method: 'POST',
      path: '/results/job_done/preview-tracker-bug',
      body: { test_name: 'login', tracker_project_key: 'SHOP' },
    },
    'POST /results/{job_id}/create-tracker-bug 201': {
      method: 'POST',
      path: '/results/job_done/create-tracker-bug',
      body: { test_name: 'login', title: 'a', body: 'b', tracker_project_key: 'SHOP' },
    },
    'POST /results/{job_id}/preview-scm-issue 200': {
      method: 'POST',
      path: '/results/job_done/preview-scm-issue',
      body: { test_name: 'login' },
    },
    'POST /results/{job_id}/create-scm-issue 201': {
      method: 'POST',
      path: '/results/job_done/create-scm-issue',
      body: { test_name: 'login', title: 'a', body: 'b', scm_repo_url: issuesAt },
    },
    'POST /results/{job_id}/push-reports 200': {
      ...{ method: 'POST', path: '/results/job_done/push-reports' },
    },
    'DELETE /history/overrides/{signature} 200': {
      method: 'DELETE',
      path: `/history/overrides/${nestedResult.failures[0]?.error_signature}`,
    },
    'GET /api/users/mentions 200': {
      path: '/api/users/mentions',
      headers: { cookie: 'app_username=uma' },
    },
    'POST /api/users/mentions/read 200': {
      method: 'POST',
      path: '/api/users/mentions/read',
      headers: { cookie: 'app_username=uma' },
    },
    'GET /api/notifications/vapid-public-key 200': { path: '/api/notifications/vapid-public-key' },
    'POST /api/notifications/subscribe 200': {
      method: 'POST',
      path: '/api/notifications/subscribe',
      headers: asAdmin,
      body: { endpoint: 'https://1.1.1.1/push', keys: browserKeys() },
    },
    'POST /api/notifications/unsubscribe 200': {
      method: 'POST',
      path: '/api/notifications/unsubscribe',
      headers: asAdmin,
      body: { endpoint: 'https://1.1.1.1/push' },
    },
    'GET /results/{job_id}/comparison 200': { path: '/results/job_done/comparison' },
    'GET /api/capabilities 200': { path: '/api/capabilities' },
    'GET /ai-configs 200': { path: '/ai-configs' },
    'GET /history/failures 200': { path: '/history/failures' },
    'GET /history/test/{name+} 200': { path: '/history/test/login' },
    'GET /history/search 200': { path: '/history/search?signature=x' },
    'GET /history/stats/{job_name+} 200': { path: '/history/stats/team/nightly' },
    'POST /history/classify 201': {
      method: 'POST',
      path: '/history/classify',
      body: { test_name: 'login', classification: 'KNOWN BUG' },
    },
    'GET /history/classifications 200': { path: '/history/classifications' },
    'GET /api/admin/token-usage 200': { path: '/api/admin/token-usage', headers: asAdmin },
    'DELETE /results/{job_id}/comments/{comment_id} 200': {
      method: 'DELETE',
      path: '/results/job_done/comments/1',
      headers: asAdmin,
    },
    'DELETE /results/{job_id} 200': {
      method: 'DELETE',
      path: '/results/job_done',
      headers: asAdmin,
    },
    'DELETE /api/results/bulk 200': {
      method: 'DELETE',
      path: '/api/results/bulk',
      headers: asAdmin,
      body: { job_ids: ['job_failed', 'none'] },
    },
  },
  webhook: {
    'GET /webhook_server/healthcheck 200': { path: '/webhook_server/healthcheck' },
    'POST /webhook_server 200': {
      ...{ method: 'POST', path: '/webhook_server', headers: { 'x-scm-event': 'ping' } },
      body: { repository: { name: 'repo', full_name: 'owner/repo' } },
    },
    'GET /logs/api/entries 200': { path: '/logs/api/entries' },
    'GET /logs/api/export 200': { path: '/logs/api/export' },
    'GET /logs/api/around 200': { path: '/logs/api/around?cursor=CURSOR' },
    'GET /logs/api/histogram 200': { path: '/logs/api/histogram' },
    'GET /logs/api/pr-flow/{identifier} 200': { path: '/logs/api/pr-flow/hook-d1' },
    'GET /logs/api/workflow-steps/{hook_id} 200': { path: '/logs/api/workflow-steps/d1' },
    'POST /logs/api/logout 200': { method: 'POST', path: '/logs/api/logout' },
    'GET /logs/api/deliveries 200': { path: '/logs/api/deliveries', ...withKey },
    'GET /logs/api/deliveries/{id} 200': { path: '/logs/api/deliveries/d1', ...withKey },
    'POST /logs/api/deliveries/{id}/replay 202': {
      ...{ method: 'POST', path: '/logs/api/deliveries/d1/replay?dry_run=true', ...withKey },
    },
    'POST /logs/api/deliveries/replay 202': {
      ...{ method: 'POST', path: '/logs/api/deliveries/replay', body: { ids: ['none'] } },
      ...withKey,
    },
    'GET /logs/api/step-logs/{hook_id}/{step_name+} 200': { path: '/logs/api/step-logs/d1/labels' },
  },
  sessions: {
    'GET /health 200': { path: '/health' },
    'GET /search 200': { path: '/search?q=lantern' },
    'GET /search/messages 200': { path: '/search/messages?q=lamp' },
    'GET /search/history 200': { path: '/search/history?q=lamp' },
    'GET /sessions 200': { path: '/sessions' },
    'GET /sessions/{id} 200': { path: '/sessions/some' },
    'GET /sessions/{id}/messages 200': { path: '/sessions/some/messages' },
    'GET /projects 200': { path: '/projects' },
    'GET /stats 200': { path: '/stats' },
    'GET /uploads 200': { path: '/uploads' },
    'GET /info 200': { path: '/info' },
  },
  agent: {
    'GET /models 200': { path: '/models' },
    'GET /health 200': { path: '/health' },
    'POST /models/refresh 200': { method: 'POST', path: '/models/refresh' },
    'GET /models/{provider}/status 200': { path: '/models/fake/status' },
    'GET /models/{provider}/status 404': { path: '/models/none/status' },
    'GET /sessions 200': { path: '/sessions' },
    'POST /sessions 201': {
      ...{ method: 'POST', path: '/sessions' },
      body: { provider: 'fake', model: 'm', system_prompt: 'Terse.' },
    },
    'POST /sessions/{id}/prompt 200': {
      ...{ method: 'POST', path: '/sessions/SESSION/prompt', body: { message: 'Hello' } },
    },
    'POST /sessions/{id}/abort 200': { method: 'POST', path: '/sessions/SESSION/abort' },
    'DELETE /sessions/{id} 200': { method: 'DELETE', path: '/sessions/SESSION' },
  },
};

/** Returns the cursor of an entry. */
async function addLogs({ logs }: World['platform']): Promise<string> {
  await logs.append(sampleRecords);
  return String((await logs.search({}, { limit: 1 })).entries[0]?.cursor);
}

async function addAnalyses(platform: World['platform']): Promise<void> {
  const created_at = platform.clock.now().toISOString();
  await platform.records.insert(uploads, { id: upload, kind: 'upload', created_at });
  await platform.blobs.put(inputFailures('job_done'), '');
  await addJob(platform, { id: 'job_done' });
  await addJob(platform, { id: 'job_failed', status: 'failed', kind: 'direct' });
  await addJob(platform, { id: 'job_running', status: 'running' });
}

const closedPortal = {
  ...{ REPORTS_URL: 'http://127.0.0.1:1', REPORTS_API_TOKEN: 'token', REPORTS_PROJECT: 'shop' },
  PUBLIC_BASE_URL: 'https://lantern.example',
};

describe.each(names)('the real replies of %s', (name) => {
  let world: World;
  let userKey = '';
  let cursor = '';
  let session = '';
  let agent: AgentWorld | undefined;
  const host = scmHost({ files: [] });
  let served: { close(): Promise<void> };
  let jira: FakeJira;
  const documented = new Map<
    string,
    NonNullable<Handler['definition']['replies'][number]['schema']>
  >();
  beforeAll(async () => {
    served = await serveHost(host);
    jira = await fakeJira('server');
    const tracker = { TRACKER_URL: jira.origin, TRACKER_PAT: serverToken };
    const codeHost = { SCM_API_URL: host.origin, SCM_TOKEN: hostToken, TESTS_REPO_URL: issuesAt };
    world =
      name === 'sessions'
        ? await openSampleSessions()
        : name === 'agent'
          ? (agent = await openAgentWorld([{ text: 'Yes.' }]))
          : await openWorld(onLocal, name === 'webhook' ? await unprocessed() : name, {
              environment: {
                ...{ ENABLE_LOG_SERVER: 'true', LOGS_KEY: adminKey },
                ...{ ...codeHost, ...tracker, ...closedPortal },
              },
            });
    for (const { pattern, handler } of (await loadService(name, services[name])).routes) {
      for (const [status, { schema }] of Object.entries(handler.definition.replies)) {
        if (schema) documented.set(`${pattern.method} ${pattern.path} ${status}`, schema);
      }
    }
    if (agent) session = await agent.create();
    if (name === 'analysis') await addAnalyses(world.platform);
    if (name === 'webhook') {
      cursor = await addLogs(world.platform);
      const configuration = 'repositories: {repo: {name: owner/repo}}';
      await world.platform.blobs.put('config.yaml', configuration);
      await world.clock.advance(100);
      await addDelivery(world.platform, { id: 'd1' });
    }
    if (name !== 'docs' && name !== 'analysis') return;
    userKey = await addUser(world, 'uma');
    await addUser(world, 'vic');
    if (name === 'analysis') return;
    await addRunning(world.platform, 'running');
    const { files } = await renderedSite(sampleSite);
    const content = files.map(({ path, body }) => [path, body] as const);
    await addProject(world.platform, { name: 'finished' }, Object.fromEntries(content));
  });
  afterAll(async () => {
    await world.close();
    await served.close();
    await jira.close();
  });

  it('have a request here for each documented schema', () => {
    expect(Object.keys(asked[name]).sort()).toEqual([...documented.keys()].sort());
  });

  it.each(Object.entries(asked[name]))('%s', async (reply, sent) => {
    const headers = JSON.parse(
      JSON.stringify(sent.headers ?? {}).replace('USER_KEY', userKey),
    ) as Record<string, string>;
    const path = sent.path.replace('CURSOR', cursor).replace('SESSION', session);
    const { status, json, text } = await world.send({ ...sent, path, headers });
    expect(reply).toMatch(new RegExp(` ${status}$`));
    const parsed = documented.get(reply)?.safeParse(json());
    // Nothing is in the reply that the schema does not name.
    expect({ success: parsed?.success, data: parsed?.data }).toEqual({
      success: true,
      data: JSON.parse(text) as unknown,
    });
  });
});
