import { describe, expect, it } from 'vitest';
import { buildSettings } from '#core/analysis/jobs/start/build-settings.ts';
import { buildRequest } from '#core/analysis/base/schema/build-request.ts';

const server = {
  CI_URL: 'https://ci.example/jenkins/',
  CI_USER: 'bot',
  CI_PASSWORD: 'secret-of-ci',
  POLL_INTERVAL_MINUTES: '7',
  MAX_WAIT_MINUTES: '90',
  FORCE_ANALYSIS: 'true',
};
const settingsOf = (environment: Record<string, string>, body: object = {}) =>
  buildSettings(environment, buildRequest.parse({ job_name: 'a/b', build_number: 1, ...body }));
const login = { ci_user: 'bot', ci_password: 'secret-of-ci' };
const noLogin = { ci_user: undefined, ci_password: undefined };

describe('the settings of a build analysis', () => {
  const initial = {
    ...{ ci_url: null, ci_ssl_verify: true, ci_timeout: 30, ci_artifacts_max_size_mb: 500 },
    ...{ get_job_artifacts: true, wait_for_completion: true, poll_interval_minutes: 2 },
    ...{ max_wait_minutes: 0, force: false },
  };
  const ofServer = {
    ...{ ...initial, ci_url: 'https://ci.example/jenkins', poll_interval_minutes: 7 },
    ...{ max_wait_minutes: 90, force: true },
  };

  it('are the initial ones, then the server’s', () => {
    expect(settingsOf({})).toEqual({ build: initial, secrets: noLogin });
    expect(settingsOf(server)).toEqual({ build: ofServer, secrets: login });
  });

  it.each<[string, object, object]>([
    [
      'switches and numbers, also zero and false',
      { max_wait_minutes: 0, force: false, wait_for_completion: false, poll_interval_minutes: 1 },
      { max_wait_minutes: 0, force: false, wait_for_completion: false, poll_interval_minutes: 1 },
    ],
    [
      'of the build server',
      {
        ci_timeout: 5,
        ci_ssl_verify: false,
        ci_artifacts_max_size_mb: 1,
        get_job_artifacts: false,
      },
      {
        ci_timeout: 5,
        ci_ssl_verify: false,
        ci_artifacts_max_size_mb: 1,
        get_job_artifacts: false,
      },
    ],
    ['of artifacts, at most as the server’s (S6)', { ci_artifacts_max_size_mb: 501 }, {}],
    ['null and blank ones', { ci_url: ' ', ci_timeout: null, get_job_artifacts: null }, {}],
  ])('are the request’s: %s', (_, body, changed) => {
    expect(settingsOf(server, body).build).toEqual({ ...ofServer, ...changed });
  });

  it.each<[string, object, object]>([
    ['another path there', { ci_url: 'https://CI.example:443/other' }, login],
    ['another server', { ci_url: 'https://evil.example' }, noLogin],
    ['another port', { ci_url: 'https://ci.example:8443' }, noLogin],
    ['another scheme', { ci_url: 'http://ci.example' }, noLogin],
    ['a longer name', { ci_url: 'https://ci.example.evil.example' }, noLogin],
    ['no check of the certificate', { ci_ssl_verify: false }, noLogin],
    [
      'another server and its own login',
      { ci_url: 'https://evil.example', ci_user: 'u', ci_password: 'p' },
      { ci_user: 'u', ci_password: 'p' },
    ],
  ])('send the server’s login only to its origin (S10): %s', (_, body, secrets) => {
    expect(settingsOf(server, body).secrets).toEqual(secrets);
  });

  it('refuse a URL with a password', () => {
    const message = 'ci_url must be an http:// or https:// URL without user and password';
    const refused = expect.objectContaining({ kind: 'invalid', message }) as Error;
    expect(() => settingsOf(server, { ci_url: 'https://a:b@ci.example' })).toThrow(refused);
  });

  it.each<[string, object]>([
    ['no name', { job_name: ' ' }],
    ['a name beyond the limit', { job_name: 'x'.repeat(1_001) }],
    ['a fraction of a build', { build_number: 1.5 }],
    ['a text as number', { build_number: '1' }],
    ['no pause', { poll_interval_minutes: 0 }],
    ['a wait below zero', { max_wait_minutes: -1 }],
    ['null where only a value overrides', { force: null }],
    ['no time for a call', { ci_timeout: 0 }],
    ['no room for artifacts', { ci_artifacts_max_size_mb: 0 }],
    ['an unknown field', { colour: 'red' }],
  ])('refuse %s', (_, body) => {
    expect(buildRequest.safeParse({ job_name: 'a', build_number: 1, ...body }).success).toBe(false);
  });
});
