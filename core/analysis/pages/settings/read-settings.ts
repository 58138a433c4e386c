import { withTitles } from '#core/ai/providers.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import {
  changeUserTokens,
  readMaskedTokens,
  tokenChanges,
} from '#core/analysis/people/user-tokens.ts';
import { Failure } from '#core/platform/failure.ts';
import { readCapabilities } from '#core/analysis/base/configuration/capabilities.ts';
import { configuredWriter } from '../configured-writer.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import type { SettingsView } from './settings.ts';

type Needs = Pick<Platform, 'records' | 'clock' | 'environment' | 'secrets' | 'ai'>;

/** What the page of the settings shows. */
export async function readSettings(
  needs: Needs,
  caller: Caller,
): Promise<Pick<SettingsView, 'tokens' | 'server'>> {
  const tokens = caller.username === '' ? null : await readMaskedTokens(needs, caller);
  const writer = await configuredWriter(needs);
  return { tokens, server: serverParts(needs.environment, writer?.name ?? 'none') };
}

/** Stores what the form brings: an empty field keeps the stored token, a tick removes it. */
export async function saveTokens(
  needs: Needs,
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(tokenChanges.shape);
  const changes = names.flatMap((name) => {
    if (fields[`remove_${name}`] === 'true') return [[name, '']];
    const value = fields[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const parsed = tokenChanges.safeParse(Object.fromEntries(changes));
  if (!parsed.success) {
    const message = 'A token has at most 1,024 characters and no control characters.';
    throw new Failure('unprocessable', 'bad_token', message);
  }
  await changeUserTokens(needs, caller, parsed.data);
}

/** No value here is a secret: of tokens and passwords only whether they are set. */
function serverParts(environment: Environment, writer: string): SettingsView['server'] {
  const server = analysisSettings(environment);
  const can = readCapabilities(environment);
  const text = (value: string | undefined) => value ?? 'not set';
  const yes = (value: boolean) => (value ? 'on' : 'off');
  const url = (value: string | undefined) => (value === undefined ? 'not set' : withoutUser(value));
  const { TESTS_REPO_URL: tests, ADDITIONAL_REPOS: repos } = server;
  return [
    {
      title: 'Models',
      rows: [
        ['Explains failures', writer],
        ['Provider', withTitles(text(server.AI_PROVIDER))],
        ['Model', text(server.AI_MODEL)],
        ['Peers', withTitles(text(server.PEER_AI_CONFIGS))],
        ['Debate rounds', `at most ${server.PEER_ANALYSIS_MAX_ROUNDS}`],
        ['Calls at once', `${server.MAX_CONCURRENT_AI_CALLS} for each analysis`],
        ['Time for an answer', `${server.AI_CLI_TIMEOUT} min`],
        ['Similar errors', server.GROUP_NORMALIZED ? 'share one call' : 'are asked one by one'],
      ],
    },
    {
      title: 'Repositories',
      rows: [
        ['Tests', tests ? `${tests.url}${tests.ref ? ` at ${tests.ref}` : ''}` : 'not set'],
        ['Others', repos.map(({ name }) => name).join(', ') || 'none'],
        ['Issues in the code host', yes(can.scm_issues_enabled)],
      ],
    },
    {
      title: 'Build server',
      rows: [
        ['Address', url(server.CI_URL)],
        ['Waits for builds', yes(server.WAIT_FOR_COMPLETION)],
        ['Gives artifacts to the model', yes(server.GET_JOB_ARTIFACTS)],
      ],
    },
    {
      title: 'Issue tracker and reports',
      rows: [
        ['Tracker', url(server.TRACKER_URL)],
        ['Project', can.server_tracker_project_key || 'not set'],
        ['Bugs in the tracker', yes(can.tracker_issues_enabled)],
        ['Report portal', can.reports ? can.reports_project : 'off'],
      ],
    },
    {
      title: 'Access',
      rows: [
        ['Who may write', server.ALLOWED_USERS.size === 0 ? 'everyone' : 'users on the allow list'],
        ['Address in links', text(server.PUBLIC_BASE_URL)],
      ],
    },
  ];
}

function withoutUser(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}
