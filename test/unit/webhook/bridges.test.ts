import { setImmediate as turn } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { uploads } from '#core/analysis/base/tables/tables.ts';
import { isOutage } from '#core/scm/refusal.ts';
import { issueComment } from '#core/webhook/handlers/issue-comment.ts';
import { push } from '#core/webhook/handlers/push.ts';
import { workflowRun } from '#core/webhook/handlers/workflow-run.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { openDocsWorld } from '#test/support/docs/docs-world.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import { answer } from '#test/support/analysis/explain-world.ts';
import {
  handlerWorld,
  interruptEverywhere,
  type HandlerWorld,
} from '#test/support/http/handler-world.ts';
import { atEnd } from '#test/support/at-end.ts';
import { standIn } from '#test/support/http/stand-in.ts';
import { head, hostToken, hostUser } from '#test/support/scm/state.ts';
import { adminKey, onLocal } from '#test/support/world.ts';

const model = { AI_PROVIDER: 'provider_a', AI_MODEL: 'main' };
/** A server that keeps its requests, and answers with `reply`. */
async function listen(reply: (path: string) => { status: number; body: string | Uint8Array }) {
  const requests: { path: string; authorization: string | undefined; body: string }[] = [];
  const { url } = await standIn(({ path, headers: { authorization }, body }, response) => {
    requests.push({ path, authorization, body: body.toString() });
    const { status, body: answered } = reply(path);
    response.writeHead(status).end(answered);
  });
  return { requests, url };
}

const world = eachTest(() => handlerWorld({ files: [] }));

describe('a push', () => {
  const pushed = (ref: string, docs: object | undefined, more: object = {}, isDryRun = false) =>
    world().run(push, 'push', { ref, ...more }, { settings: { docs } as never, isDryRun });

  it('to the default branch generates the documentation, by the real service', async () => {
    const docs = await openDocsWorld(onLocal, model);
    atEnd(() => docs.close());
    docs.commit({ 'README.md': '# Sample' });
    docs.say({ when: 'plan', json: plan(1) }, { hang: true });
    world().host.repository.cloneUrl = docs.url;
    const bridge = { url: `${docs.serviceUrl}/`, key: adminKey };
    await pushed('refs/heads/main', bridge);
    expect(world().steps).toEqual({ documentation: { outcome: 'it will be generated' } });
    await pushed('refs/heads/main', bridge);
    const again = 'it will be generated again when the running generation has ended';
    expect(world().steps).toEqual({ documentation: { outcome: again } });
    const [generation] = await docs.history();
    expect(generation).toMatchObject({ branch: null });
  });

  it.each([
    ['a branch', 'refs/heads/topic/one', 'topic/one'],
    ['a tag', 'refs/tags/v1', 'v1'],
    ['a tag with the name of the default branch', 'refs/tags/main', 'main'],
  ])('of %s generates what has a site, and nothing else', async (_, ref, branch) => {
    const replies = [
      { status: 404, body: '{"detail":"Project not found"}' },
      { status: 202, body: '{"status":"generating"}' },
    ];
    const service = await listen(() => replies.shift() ?? { status: 500, body: '' });
    await pushed(ref, { url: service.url, key: 'key' });
    expect(world().steps).toEqual({ documentation: { outcome: `${branch} has no site` } });
    await pushed(ref, { url: service.url, key: 'key' });
    expect(world().steps).toEqual({ documentation: { outcome: 'it will be generated' } });
    const { body = '' } = service.requests[0] ?? {};
    expect(JSON.parse(body)).toMatchObject({ branch, create: false, queue: true });
  });

  it.each([
    ['notes', 'refs/notes/commits', {}],
    ['a deletion', 'refs/heads/main', { deleted: true }],
    ['a dry run', 'refs/heads/main', {}, true],
  ])('of %s posts nothing', async (_, ref, more, isDryRun = false) => {
    const service = await listen(() => ({ status: 202, body: '{}' }));
    await pushed(ref, { url: service.url, key: 'key' }, more, isDryRun);
    expect(service.requests).toEqual([]);
  });

  it.each([
    [503, true],
    [401, false],
  ])('is tried again later when the service answers %i: %s', async (status, isLater) => {
    const service = await listen(() => ({ status, body: '{}' }));
    const { clock } = world();
    let error: unknown;
    const ended = pushed('refs/heads/main', { url: service.url, key: 'key' }).catch(
      (reason: unknown) => void (error = reason),
    );
    while (error === undefined) {
      await clock.advance(60_000);
      await Promise.race([ended, turn()]);
    }
    expect(isOutage(error)).toBe(isLater);
  });

  it('S10: fails with the reason of the service, and sends the key to it alone', async () => {
    const body = JSON.stringify({ detail: 'Invalid API key' });
    const service = await listen(() => ({ status: 401, body }));
    const failing = pushed('refs/heads/main', { url: service.url, key: 'the-key' });
    await expect(failing).rejects.toThrow('answered 401 to POST /api/generate: Invalid API key');
    expect(service.requests.map(({ authorization }) => authorization)).toEqual(['Bearer the-key']);
    expect(JSON.stringify(world().host.requests)).not.toContain('the-key');
  });
});

const failed = (name: string) =>
  `<?xml version="1.0"?><testsuite><testcase name="${name}"><failure message="boom"/></testcase></testsuite>`;
const passed = '<testsuites><testsuite><testcase name="fine"/></testsuite></testsuites>';
const bytes = (text: string) => Buffer.from(text);

/** Run 50 of the newest commit with artifacts, which the host's storage has. */
async function addRun(artifacts: Record<string, Uint8Array>, { host } = world(), id = 50) {
  const storage = await listen((path) => ({ status: 200, body: artifacts[path.slice(1)] ?? '' }));
  const { repository } = host;
  repository.workflowRuns.push({
    ...{ id, name: 'CI `x` @everyone', run_number: 12, run_attempt: 1, head_sha: head },
    ...{ conclusion: 'failure', html_url: `https://host/runs/${id}`, pull_requests: [] },
  });
  for (const [name, { length }] of Object.entries(artifacts)) {
    const url = `${storage.url}/${name}`;
    const artifact = { id: host.nextId(), name, size_in_bytes: length, expired: false };
    repository.artifacts.push({ ...artifact, run: id, url });
  }
  return storage;
}

const completed = (id = 50, conclusion = 'failure') => ({
  action: 'completed',
  workflow_run: { id, conclusion },
});
const ownComments = (of = world()) =>
  of.host.repository.pulls.get(7)?.comments.filter(({ user }) => user.login === hostUser) ?? [];

describe('a failed workflow run', () => {
  const run = (settings: object, payload: object = completed(), options: object = {}) =>
    world().run(workflowRun, 'workflow_run', payload, { settings, ...options });

  it('is analyzed by the real service, and linked in one comment', async () => {
    const analysis = await openAnalysisWorld(onLocal, model);
    analysis.say(answer('INFRASTRUCTURE'));
    const storage = await addRun({
      'test-reports': zipSync({
        'unit/a.xml': bytes(failed('one')),
        'b.xml': bytes(`\uFEFF${failed('two')}`),
        'passed.xml': bytes(passed),
        'broken.xml': bytes('<testsuite><testcase>'),
        'entities.xml': bytes(
          `<!DOCTYPE a [<!ENTITY b "c">]>${passed.replace('/>', '><error/></testcase>')}`,
        ),
        'other.xml': bytes('<project/>'),
        'notes.txt': bytes(failed('four')),
      }),
    });
    const settings = { analysis: { url: analysis.url, key: undefined } };
    await run(settings);
    const details = world().steps['analyze-run-50'] as { job_id: string; failures: number };
    expect(details.failures).toBe(2);
    const job = await analysis.ended(details.job_id);
    expect(job).toMatchObject({ status: 'completed', failure_count: 2 });
    await run(settings, completed(), { isRepeated: true });
    expect(ownComments().map(({ body }) => body)).toEqual([
      expect.stringContaining(
        `- [2 failures](<${analysis.url}/results/${details.job_id}>) of [run 12 of \`\` CI \`x\` @everyone \`\`]`,
      ),
    ]);
    // The storage refuses requests with a token, and must not see it.
    expect(storage.requests.map(({ authorization }) => authorization)).toEqual([
      undefined,
      undefined,
    ]);
    await addRun({ junit: zipSync({ 'c.xml': bytes(failed('one')) }) }, world(), 51);
    await run(settings, completed(51));
    const [comment, ...more] = ownComments();
    expect([comment?.body.match(/^- /gm)?.length, more.length]).toEqual([2, 0]);
  });

  it('uploads reports that are too large for a request in the cloud', async () => {
    const analysis = await openAnalysisWorld(onLocal, { ...model, ADMIN_KEY: adminKey });
    analysis.say(answer('INFRASTRUCTURE'));
    const large = failed('one').replace('boom', 'x'.repeat(4_000_000));
    await addRun({ junit: zipSync({ 'a.xml': bytes(large) }) });
    await run({ analysis: { url: analysis.url, key: adminKey } });
    expect(world().steps['analyze-run-50']).toMatchObject({ outcome: 'queued', failures: 1 });
    const { rows } = await analysis.platform.records.list(uploads);
    expect(rows.filter(({ kind }) => kind === 'upload')).toHaveLength(1);
  });

  it.each<[why: string, artifacts: Record<string, Uint8Array>, payload?: object]>([
    [
      'a run that passed',
      { junit: zipSync({ 'a.xml': bytes(failed('a')) }) },
      completed(50, 'success'),
    ],
    ['reports without failures', { junit: zipSync({ 'a.xml': bytes(passed) }) }],
    ['no artifacts', {}],
    ['other XML', { x: zipSync({ 'a.xml': bytes('<x><testcase><failure/></testcase></x>') }) }],
    ['what is no archive', { junit: bytes('text') }],
  ])('%s: nothing is sent', async (_, artifacts, payload = completed()) => {
    await addRun(artifacts);
    const service = await listen(() => ({ status: 202, body: '{}' }));
    await run({ analysis: { url: service.url, key: 'key' } }, payload);
    expect([service.requests, ownComments()]).toEqual([[], []]);
  });

  it('R1: one analysis and one comment, whatever change a run was interrupted behind', async () => {
    const service = await listen(() => ({
      status: 202,
      body: JSON.stringify({ job_id: 'job_1', result_url: '/results/job_1' }),
    }));
    const settings = { analysis: { url: service.url, key: undefined } };
    const { left, interruptions } = await interruptEverywhere(
      async () => {
        const next = await handlerWorld({ files: [] });
        await addRun({ junit: zipSync({ 'a.xml': bytes(failed('a')) }) }, next);
        return next;
      },
      (each, isRepeated) =>
        each.run(workflowRun, 'workflow_run', completed(), { settings, isRepeated }),
      (each) => ownComments(each).map(({ body }) => body),
    );
    expect(interruptions).toBe(1);
    for (const each of left) expect(each).toEqual([expect.stringContaining('/results/job_1>')]);
    expect(new Set(service.requests.map(({ body }) => body)).size).toBe(1);
  });
});

describe('/analyze', () => {
  const say = (to: HandlerWorld, settings: object) => {
    to.host.repository.collaborators.set('erin', 'write');
    const user = { login: 'erin' };
    const comment = { id: 1, body: '/analyze', user, created_at: '2026-03-01T11:00:00Z' };
    const issue = { number: 7, pull_request: {} };
    return to.run(
      issueComment,
      'issue_comment',
      { action: 'created', issue, comment },
      { settings },
    );
  };

  it.each<[said: string, sent: number, artifacts?: Record<string, Uint8Array>]>([
    ['the newest commit has no failed workflow run', 0],
    ['stored no JUnit report with failures', 0, {}],
    ['/results/job_1>', 1, { junit: zipSync({ 'a.xml': bytes(failed('a')) }) }],
  ])('says: %s', async (said, sent, artifacts) => {
    const service = await listen(() => ({
      status: 202,
      body: JSON.stringify({ job_id: 'job_1', result_url: '/results/job_1' }),
    }));
    if (artifacts) await addRun(artifacts);
    await say(world(), { analysis: { url: service.url, key: 'the-key' } });
    expect(ownComments().map(({ body }) => body)).toEqual([expect.stringContaining(said)]);
    expect(service.requests).toHaveLength(sent);
    for (const { body, authorization } of service.requests) {
      expect(authorization).toBe('Bearer the-key');
      expect(JSON.parse(body)).toEqual({
        raw_xml: expect.stringContaining('boom') as string,
        job_name: 'owner/repo/CI `x` @everyone',
        build_number: 12,
        commit: head,
        run_url: 'https://host/runs/50',
      });
      expect(body).not.toContain(hostToken);
    }
  });
});
