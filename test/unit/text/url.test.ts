import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { endpointBody } from '#core/analysis/alerts/subscription.ts';
import { readAdditionalRepos } from '#core/analysis/base/schema/additional-repos.ts';
import { readRepository } from '#core/analysis/base/schema/repository.ts';
import { codeRepository } from '#core/analysis/base/configuration/code-repository.ts';
import { createBody, previewBody } from '#core/analysis/issues/places/issue-schema.ts';
import { issueLinks } from '#core/analysis/issues/issue-facts.ts';
import { buildRequest } from '#core/analysis/base/schema/build-request.ts';
import { sharedRequest } from '#core/analysis/base/schema/request.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import { callTool } from '#core/agent/call-tool.ts';
import { customTool, readCustomTool } from '#core/agent/custom-tool.ts';
import { generateBody } from '#core/docs/schema.ts';
import { parseGitUrl } from '#core/platform/adapters/net/git/source.ts';
import { parseTarget } from '#core/review/target.ts';
import { scmSettings } from '#core/scm/settings.ts';
import { readWebUrl, repositoryName, withoutSlashes } from '#core/text/url.ts';
import { configurationFile } from '#core/webhook/configuration/schema.ts';
import { docsClient } from '../../../scripts/commands/docs/client.ts';
import { logsClient } from '../../../scripts/commands/logs/client.ts';
import { serverSource } from '../../../scripts/commands/sessions/server-source.ts';
import { chooseServer } from '../../../scripts/commands/analysis/profile/choose-server.ts';

const place = 'https://host.example/team/';
const urlOf = (length: number) => place + 'a'.repeat(length - place.length);
const holds = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;
const works = (call: () => unknown) => {
  try {
    call();
    return true;
  } catch {
    return false;
  }
};

const build = { job_name: 'a', build_number: 1 };
const http = { method: 'GET', url: 'https://{host}/', headers: {}, query: {}, timeout_ms: 1_000 };
const tool = { name: 'a', description: '', parameters: { type: 'object' }, http };
const issue = { group_id: 'g', test_name: 't' };
const profiles = { file: 'f', servers: new Map(), defaults: {}, lines: new Map() };

async function callOf(template: string, values: object): Promise<boolean> {
  const needs = {
    environment: {},
    fetch: () => Promise.reject(new Error('called')),
  } as unknown as Parameters<typeof callTool>[0];
  const definition = customTool.parse({ ...tool, http: { ...http, url: template } });
  const text = await callTool(needs, definition, { ...values }, AbortSignal.timeout(60_000));
  return text.endsWith('called');
}

describe('a URL has at most 2,048 characters (S15, R5)', () => {
  it.each<[string, (url: string) => unknown]>([
    ['ci_url', (ci_url) => holds(buildRequest, { ...build, ci_url })],
    ['tracker_url', (tracker_url) => holds(sharedRequest, { tracker_url })],
    ['tests_repo_url', (tests_repo_url) => holds(sharedRequest, { tests_repo_url })],
    ['additional_repos', (url) => holds(sharedRequest, { additional_repos: [{ name: 'a', url }] })],
    ['repo_url', (repo_url) => holds(generateBody, { repo_url })],
    ['scm_repo_url of a draft', (scm_repo_url) => holds(previewBody, { ...issue, scm_repo_url })],
    [
      'scm_repo_url of an issue',
      (scm_repo_url) => holds(createBody, { ...issue, scm_repo_url, title: 't', body: '' }),
    ],
    ['endpoint of a subscription', (endpoint) => holds(endpointBody, { endpoint })],
    ['a custom tool', (url) => readCustomTool({ ...tool, http: { ...http, url } })],
    ['a filled template', (url) => callOf(`${place}{end}`, { end: url.slice(place.length) })],
    ['a setting', readWebUrl],
    ['SCM_API_URL', (url) => works(() => scmSettings({ SCM_API_URL: url }))],
    ['CHAT_WEBHOOK_URL', (url) => works(() => analysisSettings({ CHAT_WEBHOOK_URL: url }))],
    ['TESTS_REPO_URL', readRepository],
    ['ADDITIONAL_REPOS', (url) => readAdditionalRepos(`a:${url}`)],
    ['a configuration file', (url) => holds(configurationFile.shape['webhook-ip'], url)],
    ['a clone', (url) => works(() => parseGitUrl(url))],
    ['a repository for issues', (url) => codeRepository(url)],
    ['a link to a build', (url) => issueLinks('https://a', { id: '1', ci_url: url }).includes(url)],
    ['lantern docs', (url) => works(() => docsClient({}, url))],
    ['lantern logs', (url) => works(() => logsClient({}, url))],
    ['lantern sessions', (url) => works(() => serverSource(url, {}))],
    ['lantern analyze', (url) => works(() => chooseServer({}, { server: url }, profiles as never))],
  ])('of %s', async (_, accepts) => {
    expect(await accepts(urlOf(2_048))).toBeTruthy();
    expect(await accepts(urlOf(2_049))).toBeFalsy();
  });

  it('of a pull request to review', async () => {
    const read = (end: number) =>
      parseTarget([`https://github.com/a/b/pull/1/${'c'.repeat(end)}`], {
        api: undefined,
        origin: () => Promise.resolve(undefined),
      });
    await expect(read(2_048 - 32)).resolves.toMatchObject({ number: '1' });
    await expect(read(2_048)).rejects.toThrow('Expected a URL');
  });
});

it.each([
  ['https://a/b', 'https://a/b', 'b'],
  ['https://a/b//', 'https://a/b', 'b'],
  ['https://a//b.git/', 'https://a//b.git', 'b'],
  ['git@a:b.git', 'git@a:b.git', 'b'],
  ['/', '', ''],
])('slashes at the end of %s are removed', (text, trimmed, name) => {
  expect(withoutSlashes(text)).toBe(trimmed);
  expect(repositoryName(text)).toBe(name);
});
