import { describe, expect, it } from 'vitest';
import { effectiveSettings } from '#core/analysis/base/configuration/effective.ts';
import { sharedRequest } from '#core/analysis/base/schema/request.ts';

const model = { AI_PROVIDER: 'provider_a', AI_MODEL: 'sonnet' };
const tests = 'https://code.example/team/tests';
const server = {
  ...model,
  TESTS_REPO_URL: `${tests}:main`,
  TESTS_REPO_TOKEN: 'tests-token',
  SCM_TOKEN: 'scm-token',
  ADDITIONAL_REPOS: 'lib:https://code.example/team/lib:v1@lib-token',
  PEER_AI_CONFIGS: 'provider_b:pro, provider_a:family:opus',
  TRACKER_URL: 'https://tracker.example/base/',
  TRACKER_EMAIL: 'bot@tracker.example',
  TRACKER_API_TOKEN: 'tracker-token',
  TRACKER_PAT: 'tracker-pat',
  TRACKER_PROJECT_KEY: 'QA',
};

const settingsOf = (environment: Record<string, string>, body: object = {}) =>
  effectiveSettings(environment, sharedRequest.parse(body));

describe('effective settings', () => {
  it('are the server’s', () => {
    expect(settingsOf(server)).toEqual({
      params: {
        tests_repo_url: tests,
        tests_repo_ref: 'main',
        ai_provider: 'provider_a',
        ai_model: 'sonnet',
        ai_cli_timeout: 10,
        max_concurrent_ai_calls: 3,
        raw_prompt: null,
        peer_ai_configs: [
          { ai_provider: 'provider_b', ai_model: 'pro' },
          { ai_provider: 'provider_a', ai_model: 'family:opus' },
        ],
        peer_analysis_max_rounds: 3,
        additional_repos: [{ name: 'lib', url: 'https://code.example/team/lib', ref: 'v1' }],
        enable_tracker: null,
        tracker_url: 'https://tracker.example/base',
        tracker_project_key: 'QA',
        tracker_ssl_verify: true,
        tracker_max_results: 5,
      },
      secrets: {
        tests_repo_token: 'tests-token',
        scm_token: 'scm-token',
        tracker_email: 'bot@tracker.example',
        tracker_api_token: 'tracker-token',
        tracker_pat: 'tracker-pat',
        additional_repo_tokens: { lib: 'lib-token' },
      },
    });
  });

  const ofServer = settingsOf(server).params;
  const other = 'https://code.example/other';
  const limits = { ai_cli_timeout: 2, max_concurrent_ai_calls: 7 };

  it.each<[string, object, object?]>([
    ['a model', { ai_provider: 'provider_b', ai_model: 'pro' }],
    ['numbers', { ...limits, peer_analysis_max_rounds: 9, tracker_max_results: 1 }],
    ['no peers and repositories', { peer_ai_configs: [], additional_repos: [] }],
    ['blank and null texts', { ai_model: ' ', raw_prompt: '', tests_repo_url: null }, ofServer],
    [
      'a repository with a ref',
      { tests_repo_url: `${other}:v2` },
      { tests_repo_url: other, tests_repo_ref: 'v2' },
    ],
  ])('%s of the request', (_name, body, params = body) => {
    expect(settingsOf(server, body).params).toEqual({ ...ofServer, ...params });
  });

  describe('credentials go only to the origin that they belong to (S10)', () => {
    const trackerKeys = ['tracker_email', 'tracker_api_token', 'tracker_pat'];
    const noTracker = Object.fromEntries(trackerKeys.map((key) => [key, undefined]));
    const noRepository = { tests_repo_token: undefined, scm_token: undefined };
    it.each<[string, object, object]>([
      ['another path there', { tracker_url: 'https://TRACKER.example:443/other' }, {}],
      ['another tracker', { tracker_url: 'https://evil.example' }, noTracker],
      ['another scheme', { tracker_url: 'http://tracker.example' }, noTracker],
      ['a longer name', { tracker_url: 'https://tracker.example.evil.example' }, noTracker],
      ['a dot at the end', { tracker_url: 'https://tracker.example./' }, noTracker],
      ['no check of the certificate', { tracker_ssl_verify: false }, noTracker],
      [
        'another tracker and its own token',
        { tracker_url: 'https://evil.example', tracker_pat: 'own' },
        { ...noTracker, tracker_pat: 'own' },
      ],
      ['another repository there', { tests_repo_url: 'https://code.example/other' }, {}],
      ['another host', { tests_repo_url: 'https://evil.example/team/tests' }, noRepository],
      ['ssh', { tests_repo_url: 'git@code.example:team/tests' }, noRepository],
      [
        'repositories of the request',
        {
          additional_repos: [
            { name: 'lib', url: 'https://evil.example/lib' },
            { name: 'own', url: 'https://evil.example/own', token: 'own' },
          ],
        },
        { additional_repo_tokens: { own: 'own' } },
      ],
    ])('%s', (_name, body, secrets) => {
      expect(settingsOf(server, body).secrets).toEqual({
        ...settingsOf(server).secrets,
        ...secrets,
      });
    });

    it('SCM_TOKEN without a tests repository is that of github.com', () => {
      const { TESTS_REPO_URL: _none, ...without } = server;
      const scm = (tests_repo_url: string) =>
        settingsOf(without, { tests_repo_url }).secrets.scm_token;
      expect([scm('https://github.com/a/b'), scm('https://evil.example/a/b')]).toEqual([
        'scm-token',
        undefined,
      ]);
    });

    it('those of a stored analysis too', () => {
      const stored = settingsOf(model, {
        tracker_url: 'https://one.example',
        tracker_pat: 'of-one',
        tests_repo_url: `${tests}:v3`,
        tests_repo_token: 'of-tests',
        peer_ai_configs: [{ ai_provider: 'provider_c', ai_model: 'auto' }],
      });
      const again = (body: object) => effectiveSettings(server, sharedRequest.parse(body), stored);
      expect(again({})).toEqual(stored);
      expect(again({ ai_model: 'opus' }).params).toEqual({ ...stored.params, ai_model: 'opus' });
      expect(again({ tracker_url: 'https://tracker.example' }).secrets).toEqual({
        tests_repo_token: 'of-tests',
      });
      // Who repeats an analysis may not read other repositories with the tokens of who started it.
      const sameHost = again({ tests_repo_url: 'https://code.example/team/private' });
      const otherRef = again({ tests_repo_url: `${tests}:v4` });
      expect(sameHost.secrets).toEqual({ tracker_pat: 'of-one' });
      expect(otherRef.secrets).toEqual(stored.secrets);
      expect(again({ tests_repo_url: 'https://evil.example/a' }).secrets).toEqual({
        tracker_pat: 'of-one',
      });
    });
  });

  it.each<[string, Record<string, string>, object, RegExp]>([
    ['no provider', { AI_MODEL: 'a' }, {}, /ai_provider.*AI_PROVIDER/],
    ['no model', { AI_PROVIDER: 'provider_a' }, {}, /ai_model.*AI_MODEL/],
    [
      'an unknown provider',
      { ...model, AI_PROVIDER: 'provider_x' },
      {},
      /^AI_PROVIDER must be one of provider_a,/,
    ],
    ['a model that is an option', model, { ai_model: '--yes' }, /ai_model/],
    [
      'peers without a model',
      { ...model, PEER_AI_CONFIGS: 'provider_a' },
      {},
      /^PEER_AI_CONFIGS must be/,
    ],
    ['a repository that is none', model, { tests_repo_url: 'tests' }, /^tests_repo_url must/],
    [
      'a tracker with a password',
      model,
      { tracker_url: 'https://a:b@tracker.example' },
      /^tracker_url must/,
    ],
  ])('%s is refused when it is used', (_name, environment, body, message) => {
    const refused = expect.objectContaining({
      kind: 'invalid',
      message: expect.stringMatching(message) as string,
    }) as Error;
    expect(() => settingsOf(environment, body)).toThrow(refused);
  });

  it.each([
    'https://user:token@code.example/a',
    'https://token@code.example/a',
    'HTTPS://token@code.example/a',
  ])('a request may not hide a token in a URL: %s', (url) => {
    expect(sharedRequest.safeParse({ tests_repo_url: url }).success).toBe(false);
    expect(sharedRequest.safeParse({ additional_repos: [{ name: 'a', url }] }).success).toBe(false);
  });
});
