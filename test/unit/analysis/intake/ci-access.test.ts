import { expect, it } from 'vitest';
import { ciAccess } from '#core/analysis/intake/ci/ci-access.ts';
import { buildSettings } from '#core/analysis/jobs/start/build-settings.ts';

const at = { CI_URL: 'https://ci.example/jenkins', CI_USER: 'server', CI_PASSWORD: 'pw' };
const actions = { CI_KIND: 'github-actions', CI_PASSWORD: 'pw' };

it.each([
  ['the server', at, {}, 'https://ci.example/jenkins', true, 'pw'],
  [
    'a path of the server',
    at,
    { ci_url: 'https://ci.example/x' },
    'https://ci.example/x',
    true,
    'pw',
  ],
  ['another scheme', at, { ci_url: 'http://ci.example' }, 'http://ci.example', false, undefined],
  [
    'another port',
    at,
    { ci_url: 'https://ci.example:1' },
    'https://ci.example:1',
    false,
    undefined,
  ],
  ['a private address', at, { ci_url: 'http://127.0.0.1' }, 'http://127.0.0.1', false, undefined],
  ['nothing configured', {}, { ci_url: 'http://10.0.0.1' }, 'http://10.0.0.1', false, undefined],
  ['the public GitHub', actions, {}, 'https://api.github.com', true, 'pw'],
  [
    'not the public GitHub',
    actions,
    { ci_url: 'https://ghe.example' },
    'https://ghe.example',
    false,
    undefined,
  ],
])('S4, S10: a request to %s', (_case, environment, body, url, isTrusted, password) => {
  const request = { job_name: 'a', build_number: 1, ...body };
  const { build, secrets } = buildSettings(environment, request);
  expect(ciAccess(environment, build, secrets)).toMatchObject({ url, isTrusted, password });
});

it('there is none without a build server', () => {
  const { build, secrets } = buildSettings({}, { job_name: 'a', build_number: 1 });
  expect(ciAccess({}, build, secrets)).toBeUndefined();
});
