import { withTitles } from '#core/ai/providers.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { count } from '#core/text/count.ts';
import { readCapabilities } from '../../base/configuration/capabilities.ts';
import { analysisSettings } from '../../base/settings.ts';

/** What the server is configured to do, without secrets. */
export interface ServerPart {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

/** No value here is a secret: of tokens and passwords only whether they are set. */
export function serverParts(environment: Environment, writer: string): ServerPart[] {
  const server = analysisSettings(environment);
  const can = readCapabilities(environment);
  const unset = (variable: string) => `not set (${variable})`;
  const text = (variable: 'AI_PROVIDER' | 'AI_MODEL' | 'PEER_AI_CONFIGS' | 'PUBLIC_BASE_URL') =>
    server[variable] ?? unset(variable);
  const yes = (value: boolean) => (value ? 'on' : 'off');
  const url = (variable: 'CI_URL' | 'TRACKER_URL') => {
    const value = server[variable];
    return value === undefined ? unset(variable) : withoutUser(value);
  };
  const { TESTS_REPO_URL: tests, ADDITIONAL_REPOS: repos, RESULTS_RETENTION_DAYS: days } = server;
  return [
    {
      title: 'Models',
      rows: [
        ['Explains failures', writer],
        ['Provider', withTitles(text('AI_PROVIDER'))],
        ['Model', text('AI_MODEL')],
        ['Peers', withTitles(text('PEER_AI_CONFIGS'))],
        ['Debate rounds', `at most ${server.PEER_ANALYSIS_MAX_ROUNDS}`],
        ['Calls at once', `${server.MAX_CONCURRENT_AI_CALLS} for each analysis`],
        ['Time limit for an answer', `${server.AI_CLI_TIMEOUT} min`],
        ['Similar errors', server.GROUP_NORMALIZED ? 'share one call' : 'one call each'],
      ],
    },
    {
      title: 'Repositories',
      rows: [
        [
          'Tests',
          tests ? `${tests.url}${tests.ref ? ` at ${tests.ref}` : ''}` : unset('TESTS_REPO_URL'),
        ],
        ['Other repositories', repos.map(({ name }) => name).join(', ') || 'none'],
        ['Issues on the code host', yes(can.scm_issues_enabled)],
      ],
    },
    {
      title: 'Build server',
      rows: [
        ['Address', url('CI_URL')],
        ['Waiting for builds', yes(server.WAIT_FOR_COMPLETION)],
        ['Artifacts for the model', yes(server.GET_JOB_ARTIFACTS)],
      ],
    },
    {
      title: 'Issue tracker and reports',
      rows: [
        ['Tracker', url('TRACKER_URL')],
        ['Project', can.server_tracker_project_key || unset('TRACKER_PROJECT_KEY')],
        ['Bugs in the tracker', yes(can.tracker_issues_enabled)],
        ['Report portal', can.reports ? can.reports_project : 'off'],
      ],
    },
    {
      title: 'Access',
      rows: [
        ['Who can write', server.ALLOWED_USERS.size === 0 ? 'everyone' : 'users on the allow list'],
        ['Address in links', text('PUBLIC_BASE_URL')],
        ['Retention of analyses', days === 0 ? 'forever' : count(days, 'day')],
      ],
    },
  ];
}

function withoutUser(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}
