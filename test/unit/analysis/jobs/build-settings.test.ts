import { describe, expect, it } from 'vitest';
import { buildRequest } from '#core/analysis/base/schema/build-request.ts';
import { ciAccess } from '#core/analysis/intake/ci/open-ci.ts';
import { buildSettings } from '#core/analysis/jobs/start/analyze-build.ts';

const server = {
  CI_URL: 'https://ci.example/jenkins/',
  CI_USER: 'bot',
  CI_PASSWORD: 'secret-of-ci',
  POLL_INTERVAL_MINUTES: '7',
  MAX_WAIT_MINUTES: '90',
  FORCE_ANALYSIS: 'true',
};
const actions = { CI_KIND: 'github-actions', CI_PASSWORD: 'secret-of-ci' };
const requestOf = (body: object) => buildRequest.parse({ job_name: 'a', build_number: 1, ...body });
const settingsOf = (environment: Record<string, string>, body: object = {}) =>
  buildSettings(environment, requestOf(body));

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
  const now = { max_wait_minutes: 0, force: false, poll_interval_minutes: 1 };
  const reach = { ci_timeout: 5, ci_ssl_verify: false, ci_artifacts_max_size_mb: 1 };
  const empty = { ci_url: ' ', ci_timeout: null, get_job_artifacts: null };

  it.each<[string, Record<string, string>, object, object]>([
    ['the initial ones', {}, {}, initial],
    ['the server’s', server, {}, ofServer],
    ['the request’s, also zero and false', server, now, { ...ofServer, ...now }],
    ['the request’s for the build server', server, reach, { ...ofServer, ...reach }],
    ['at most the server’s artifacts (S6)', server, { ci_artifacts_max_size_mb: 501 }, ofServer],
    ['the server’s for null and blank ones', server, empty, ofServer],
  ])('are %s', (_, environment, body, build) => {
    expect(settingsOf(environment, body).build).toEqual(build);
  });

  it.each([
    ['the server', server, {}, true],
    ['a path of the server', server, { ci_url: 'https://CI.example:443/x' }, true],
    ['another server', server, { ci_url: 'https://evil.example' }, false],
    ['another scheme', server, { ci_url: 'http://ci.example' }, false],
    ['another port', server, { ci_url: 'https://ci.example:1' }, false],
    ['a longer name', server, { ci_url: 'https://ci.example.evil.example' }, false],
    ['a private address', server, { ci_url: 'http://127.0.0.1' }, false],
    ['a server where none is configured', {}, { ci_url: 'http://10.0.0.1' }, false],
    ['the public GitHub', actions, {}, true],
    ['another GitHub', actions, { ci_url: 'https://ghe.example' }, false],
  ])('trust %s only if it is the server’s own (S4, S10)', (_, environment, body, isTrusted) => {
    const { build, secrets } = settingsOf(environment, body);
    const password = isTrusted ? 'secret-of-ci' : undefined;
    expect(ciAccess(environment, build, secrets)).toMatchObject({ isTrusted, password });
  });

  it.each([
    ['without a check of the certificate', { ci_ssl_verify: false }, undefined],
    ['of its own', { ci_url: 'https://evil.example', ci_password: 'own' }, 'own'],
  ])('send a login %s (S10)', (_, body, password) => {
    expect(settingsOf(server, body).secrets.ci_password).toBe(password);
  });

  it('give no access without a build server', () => {
    const { build, secrets } = settingsOf({});
    expect(ciAccess({}, build, secrets)).toBeUndefined();
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
    ['no pause', { poll_interval_minutes: 0 }],
    ['a wait below zero', { max_wait_minutes: -1 }],
    ['null where only a value overrides', { force: null }],
    ['no time for a call', { ci_timeout: 0 }],
    ['no room for artifacts', { ci_artifacts_max_size_mb: 0 }],
    ['an unknown field', { colour: 'red' }],
  ])('refuse %s', (_, body) => {
    expect(() => requestOf(body)).toThrow();
  });
});
