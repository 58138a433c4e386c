import { expect, it } from 'vitest';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GitSource } from '#core/platform/ports/systems/git.ts';
import type { SandboxResult, SandboxRun } from '#core/platform/ports/programs/sandbox.ts';
import { runCheck } from '#core/webhook/processing/run-check.ts';
import type { CheckMessage } from '#core/webhook/actions/request-checks.ts';
import { problemsOfConfiguration } from '#core/webhook/configuration/parse.ts';
import { issueComment } from '#core/webhook/handlers/issue-comment.ts';
import { pullRequest } from '#core/webhook/handlers/pull-request.ts';
import type { EventHandler } from '#core/webhook/pulls/context.ts';
import { eachTest } from '#test/support/each-test.ts';
import { handlerWorld } from '#test/support/http/handler-world.ts';
import { head, hostToken, type HostPull, type ScmHost } from '#test/support/scm/state.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const lint = { name: 'lint', command: 'npx eslint .' };
const files = [{ filename: 'a.ts', additions: 1 }];

const fromFork = (sha: string, repo: object | null = { full_name: 'mallory/repo' }) => ({
  head: { sha, ref: 'topic', repo },
});
const runOf = ({ repository }: ScmHost, name = 'lint', sha = head) =>
  repository.checkRuns.find((run) => run.name === name && run.head_sha === sha);

const world = eachTest(async () => {
  const opened = await handlerWorld({ files });
  opened.host.repository.collaborators.set('erin', 'write');
  const sent: CheckMessage[] = [];
  const handle = async (handler: EventHandler, event: string, payload: object) => {
    const context = opened.context(event, payload, { settings: { customChecks: [lint] } });
    const send = async (queue: string, message: string) =>
      void (queue === 'webhook-checks' && sent.push(JSON.parse(message) as CheckMessage));
    const platform = { ...context.platform, queue: { send } } as unknown;
    await handler({ ...context, platform: platform as typeof context.platform });
  };
  const tell = (action: string, sha = head) =>
    handle(pullRequest, 'pull_request', {
      ...{ action, number: 7, before: head, sender: { login: 'ada' } },
      pull_request: { number: 7, title: 'A', head: { sha }, updated_at: '2026-03-01T10:00:00Z' },
    });
  let ids = 1;
  const say = async (login: string, body: string) => {
    const user = { login, type: 'User' };
    const comment = { id: (ids += 1), body, user, reactions: new Set<string>() };
    opened.host.seven.comments.push(comment);
    await handle(issueComment, 'issue_comment', {
      ...{ action: 'created', sender: user, issue: { number: 7, pull_request: {} } },
      comment: { ...comment, created_at: '2026-03-01T11:00:00Z' },
    });
  };
  return { ...opened, sent, tell, say };
});

it('a new pull request of a branch, and each push, has the checks run', async () => {
  const { host, sent, tell } = world();
  await tell('opened');
  expect(runOf(host)).toMatchObject({ status: 'in_progress', conclusion: null });
  const message = { repository: 'owner/repo', number: 7, sha: head, check: 'lint' };
  expect(sent).toEqual([{ ...message, delivery: expect.anything() as object }]);
  host.seven.headSha = 'c'.repeat(40);
  await tell('synchronize', 'c'.repeat(40));
  expect(sent.map(({ sha }) => sha)).toEqual([head, 'c'.repeat(40)]);
});

it.each<[string, object | null]>([
  ['a fork', { full_name: 'mallory/repo' }],
  ['a deleted fork', null],
])('nothing of %s runs before a member says so, about these commits (R9)', async (_, repo) => {
  const { host, sent, tell, say } = world();
  host.pull.current = { files, metadata: fromFork(head, repo) };
  await tell('opened');
  expect([runOf(host)?.status, sent]).toEqual(['queued', []]);
  host.seven.author = 'mallory';
  await say('mallory', '/ok-to-test');
  await say('mallory', '/retest lint');
  expect(sent).toEqual([]);
  await say('erin', '/ok-to-test');
  expect(sent).toHaveLength(1);
  // A push takes it away.
  const newer = 'c'.repeat(40);
  host.pull.current = { files, metadata: fromFork(newer, repo) };
  host.seven.headSha = newer;
  await tell('synchronize', newer);
  await say('erin', '/retest lint');
  expect([runOf(host, 'lint', newer)?.status, sent.length]).toEqual(['queued', 1]);
});

it('/retest runs it again, and lists it with those of the code host', async () => {
  const { host, sent, say } = world();
  await say('erin', '/retest all');
  const run = runOf(host);
  Object.assign(run ?? {}, { status: 'completed', conclusion: 'failure' });
  await say('erin', '/retest lint');
  expect([sent.length, runOf(host)?.status]).toEqual([2, 'in_progress']);
  await say('erin', '/retest tests');
  expect(host.seven.comments.at(-1)?.body).toContain('There are `lint`');
});

const key = 'the-value-of-a-key';
const settings = `    custom-check-runs:
      - {name: lint, command: make lint, environment: [LINT_KEY]}
      - {name: slow, command: make slow, required: false, image: "node:24", network: true, minutes: 2}`;

const variables: Readonly<Record<string, string>> = { LINT_KEY: key };

/** Runs a check of the configuration, with what its command ends as. */
async function check(
  result: SandboxResult,
  { name = 'lint', environment = variables, change = noChange } = {},
) {
  const { platform, host, configure } = await webhookWorld();
  await configure('', settings);
  change(host.seven, host);
  const runs: SandboxRun[] = [];
  const sources: GitSource[] = [];
  const disposed: string[] = [];
  const needs: Platform = {
    ...platform,
    environment,
    git: {
      ...platform.git,
      checkout: async (source) => {
        sources.push(source);
        return { sha: head, directory: '/clone', dispose: async () => void disposed.push('clone') };
      },
    },
    sandbox: { run: async (run) => (runs.push(run), result) },
  };
  const delivery = { id: 'd-1', event: 'pull_request', sender: null };
  const message = { repository: 'owner/repo', number: 7, sha: head, check: name, delivery };
  await runCheck(needs, { message, signal: new AbortController().signal });
  const { entries } = await platform.logs.search({ where: { hook_id: 'd-1' } }, { limit: 100 });
  const log = entries.map(({ message: text }) => text).join('\n');
  return { host, runs, sources, disposed, log, run: runOf(host, name) };
}
const noChange = (_pull: HostPull, _host: ScmHost) => {};

it('runs the commit with the named variables alone, and masks them in what it shows (S10)', async () => {
  const output = `two errors, key ${key}\n\`\`\`\n<!-- x -->`;
  const { runs, sources, disposed, run, log, host } = await check(
    { end: 'exited', code: 2, output },
    { environment: { LINT_KEY: key, ADMIN_KEY: 'another' } },
  );
  expect(sources).toEqual([
    { url: `${host.origin}/owner/repo.git`, ref: head, token: `x-access-token:${hostToken}` },
  ]);
  expect(runs).toMatchObject([
    {
      ...{ command: 'make lint', directory: '/clone', environment: { LINT_KEY: key } },
      ...{ image: undefined, hasNetwork: false, timeoutMilliseconds: 600_000 },
    },
  ]);
  expect(disposed).toEqual(['clone']);
  expect(run).toMatchObject({ status: 'completed', conclusion: 'failure' });
  expect(run?.output).toMatchObject({
    title: 'Failed with exit code `2`',
    summary: '````\ntwo errors, key ***\n```\n<!-- x -->\n````',
  });
  expect(log).toContain('two errors, key ***');
  expect(log).toContain('check-lint: completed');
});

const bad = 'failure';
it.each<[string, SandboxResult, object, string | undefined, string | undefined]>([
  ['exit code 0', { end: 'exited', code: 0, output: '' }, {}, 'success', 'Passed'],
  [
    'its limit',
    { end: 'timed-out', code: null, output: '' },
    { name: 'slow' },
    ...([bad, 'Ended after 2 minutes, its limit'] as const),
  ],
  ['no way to run it', { end: 'not-run', reason: 'no bwrap' }, {}, bad, 'Not run: no bwrap'],
  [
    'a missing variable',
    { end: 'exited', code: 0, output: '' },
    { environment: {} },
    ...([bad, 'Not run: the receiver has no variable LINT_KEY'] as const),
  ],
  [
    'newer commits',
    { end: 'exited', code: 0, output: '' },
    { change: (pull: HostPull) => (pull.headSha = 'c'.repeat(40)) },
    ...([undefined, undefined] as const),
  ],
  [
    'a fork that became one since',
    { end: 'exited', code: 0, output: '' },
    {
      change: (_: HostPull, host: ScmHost) =>
        (host.pull.current = { files, metadata: fromFork(head) }),
    },
    ...([undefined, undefined] as const),
  ],
])('ends a check by %s', async (_, result, more, conclusion, title) => {
  const { run } = await check(result, more);
  expect([run?.conclusion, run?.output['title']]).toEqual([conclusion, title]);
});

it.each([
  [
    '{name: a, command: b, mandatory: true}',
    'is not a known key. Of custom-check-runs the key is required;',
  ],
  ['{name: can-be-merged, command: b}', 'must be a name of up to 100 characters'],
  ['{name: a, command: b, network: true}', 'must have an image beside it'],
  ['{name: a, command: b, environment: ["A=b"]}', 'must be the name of a variable'],
  ['{name: a, command: b, image: "--privileged"}', 'must be the name of an image'],
  ['{name: a, command: b, minutes: 61}', 'must be a whole number from 1 to 60'],
  ['{name: a, command: b}, {name: a, command: c}', 'must have different names'],
])('a check in the configuration: %s', (yaml, problem) => {
  const file = `custom-check-runs: [${yaml}]\nrepositories: {r: {name: o/r}}`;
  expect(problemsOfConfiguration(file)).toEqual([expect.stringContaining(problem)]);
});
