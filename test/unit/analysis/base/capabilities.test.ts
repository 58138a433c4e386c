import { expect, it } from 'vitest';
import { readCapabilities } from '#core/analysis/base/configuration/capabilities.ts';

const nothing = {
  ...{ scm_issues_enabled: false, tracker_issues_enabled: true, server_scm_token: false },
  ...{ server_tracker_token: false, server_tracker_email: false, server_tracker_project_key: '' },
  ...{ reports: false, reports_project: '' },
};
const scm = { TESTS_REPO_URL: 'https://code.example/a', SCM_TOKEN: 'secret' };
const portal = {
  REPORTS_URL: 'https://r.example',
  REPORTS_API_TOKEN: 'secret',
  REPORTS_PROJECT: 'p',
};
const { SCM_TOKEN } = scm;
const { REPORTS_URL, REPORTS_PROJECT } = portal;

it.each<[string, Record<string, string>, object]>([
  ['nothing', {}, {}],
  ['a token without a repository', { SCM_TOKEN }, { server_scm_token: true }],
  ['the code host', scm, { server_scm_token: true, scm_issues_enabled: true }],
  ['the code host, off', { ...scm, ENABLE_SCM_ISSUES: 'false' }, { server_scm_token: true }],
  ['the code host, switched on', { ENABLE_SCM_ISSUES: 'true' }, { scm_issues_enabled: true }],
  ['the tracker, off', { ENABLE_TRACKER_ISSUES: 'false' }, { tracker_issues_enabled: false }],
  ['ENABLE_TRACKER is another switch', { ENABLE_TRACKER: 'false' }, {}],
  [
    'a tracker',
    { TRACKER_PAT: 'secret', TRACKER_EMAIL: 'a@b.example', TRACKER_PROJECT_KEY: 'QA' },
    { server_tracker_token: true, server_tracker_email: true, server_tracker_project_key: 'QA' },
  ],
  ['another token of it', { TRACKER_API_TOKEN: 'secret' }, { server_tracker_token: true }],
  ['half a portal', { REPORTS_URL, REPORTS_PROJECT }, { reports_project: 'p' }],
  ['the portal', portal, { reports: true, reports_project: 'p' }],
  ['the portal, switched off', { ...portal, ENABLE_REPORTS: 'false' }, { reports_project: 'p' }],
])('with %s configured', (_name, environment, more) => {
  expect(readCapabilities(environment)).toEqual({ ...nothing, ...more });
});
