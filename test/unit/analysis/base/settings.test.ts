import { describe, expect, it } from 'vitest';
import { analysisSettings } from '#core/analysis/base/settings.ts';

/** A variable's default, a text and the value that it gives, and texts that are refused. */
type Row = readonly [initial: unknown, text: string, value: unknown, ...wrong: string[]];

const unset = undefined;
const text: Row = [unset, ' a text ', 'a text'];
const url: Row = [
  unset,
  'https://host.example/base//',
  'https://host.example/base',
  ...['host.example', 'ftp://host.example', 'https://', 'https://user:pass@host.example'],
  ...['https://host.example/?token=a', 'https://host.example/#a', 'https://ho st.example'],
];
const on: Row = [true, 'No', false, 'maybe', '2'];
const off: Row = [false, 'on', true, 'maybe', '-1'];
const auto: Row = [unset, 'false', false, 'maybe', 'auto'];
const atLeastOne = ['0', '-1', '1.5', 'many', '1e3', '9999999999'];

const repo = 'https://code.example/team/tests';

const rows: Readonly<Record<string, Row>> = {
  ADMIN_KEY: text,
  APP_ENCRYPTION_KEY: text,
  ALLOWED_USERS: [new Set(), ' Uma,,VIC ,', new Set(['uma', 'vic'])],
  SECURE_COOKIES: on,
  PUBLIC_BASE_URL: url,
  METADATA_RULES_FILE: text,
  // Wrong values are found when an analysis uses them.
  AI_PROVIDER: [unset, 'provider_x', 'provider_x'],
  AI_MODEL: text,
  LANTERN_MODEL_DEFAULTS: off,
  AI_CLI_TIMEOUT: [10, '25', 25, ...atLeastOne],
  MAX_CONCURRENT_AI_CALLS: [3, '1', 1, ...atLeastOne],
  PEER_AI_CONFIGS: [unset, 'no peers', 'no peers'],
  PEER_ANALYSIS_MAX_ROUNDS: [3, '10', 10, ...atLeastOne, '11'],
  GROUP_NORMALIZED: on,
  TESTS_REPO_URL: [
    unset,
    `${repo}:release/2.0`,
    { url: repo, ref: 'release/2.0' },
    ...['tests', 'https://code.example', 'https://user:token@code.example/a'],
    'https://token@code.example/a:main',
  ],
  TESTS_REPO_TOKEN: text,
  ADDITIONAL_REPOS: [
    [],
    `lib:${repo}:v1@to:ken, app:https://code.example:8443/app ,ssh:git@code.example:team/app:main`,
    [
      { name: 'lib', url: repo, ref: 'v1', token: 'to:ken' },
      { name: 'app', url: 'https://code.example:8443/app', ref: '', token: null },
      { name: 'ssh', url: 'git@code.example:team/app', ref: 'main', token: null },
    ],
    ...[repo, `a/b:${repo}`, `..:${repo}`, `build-artifacts:${repo}`, `:${repo}`, `lib:${repo}@`],
    ...[`lib:${repo},LIB:${repo}`, 'lib:https://user:token@code.example/a'],
  ],
  CI_KIND: ['jenkins', 'github-actions', 'github-actions', 'Jenkins', 'gitlab'],
  CI_URL: url,
  CI_USER: text,
  CI_PASSWORD: text,
  CI_SSL_VERIFY: on,
  CI_TIMEOUT: [30, '5', 5, ...atLeastOne],
  CI_ARTIFACTS_MAX_SIZE_MB: [500, '1', 1, ...atLeastOne],
  GET_JOB_ARTIFACTS: on,
  WAIT_FOR_COMPLETION: on,
  POLL_INTERVAL_MINUTES: [2, '1', 1, ...atLeastOne],
  MAX_WAIT_MINUTES: [0, '90', 90, '-1', '1.5', 'long'],
  RESULTS_RETENTION_DAYS: [0, '90', 90, '-1', '1.5', 'ever'],
  FORCE_ANALYSIS: off,
  TRACKER_URL: url,
  TRACKER_EMAIL: text,
  TRACKER_API_TOKEN: text,
  TRACKER_PAT: text,
  TRACKER_PROJECT_KEY: text,
  TRACKER_SSL_VERIFY: on,
  TRACKER_MAX_RESULTS: [5, '1', 1, ...atLeastOne],
  ENABLE_TRACKER: auto,
  ENABLE_TRACKER_ISSUES: on,
  SCM_TOKEN: text,
  ENABLE_SCM_ISSUES: auto,
  REPORTS_URL: url,
  REPORTS_API_TOKEN: text,
  REPORTS_PROJECT: text,
  REPORTS_VERIFY_SSL: on,
  ENABLE_REPORTS: auto,
  // The adapters check these where they use them.
  VAPID_PUBLIC_KEY: text,
  VAPID_PRIVATE_KEY: text,
  VAPID_CLAIM_EMAIL: [
    'mailto:lantern@localhost.localdomain',
    'mailto:a@b.example',
    'mailto:a@b.example',
  ],
  CHAT_WEBHOOK_URL: [
    unset,
    'https://chat.example/T/x?y',
    'https://chat.example/T/x?y',
    'chat',
    'file:///a',
  ],
  NEWS_CHANNELS: [
    unset,
    'Pay=mail:pay@x.example, default=chat:https://chat.example/a,,ci=webhook:https://ci.example,@a/b=daily-mail:o@x.example',
    [
      { reader: 'pay', name: 'pay', isDaily: false, kind: 'mail', target: 'pay@x.example' },
      {
        reader: 'default',
        name: 'default',
        isDaily: false,
        kind: 'chat',
        target: 'https://chat.example/a',
      },
      { reader: 'ci', name: 'ci', isDaily: false, kind: 'webhook', target: 'https://ci.example' },
      { reader: '@a/b', name: '@a/b daily', isDaily: true, kind: 'mail', target: 'o@x.example' },
    ],
    'pay=pay@x.example',
    'pay=mail:pay',
    'pay=chat:file:///a',
    '=mail:a@b.example',
    'pay=mail:a@b.example,PAY=chat:https://x.example',
  ],
  SMTP_HOST: text,
  SMTP_PORT: [587, '25', 25, '0', '65536', 'smtp'],
  SMTP_USER: text,
  SMTP_PASSWORD: text,
  SMTP_FROM: text,
  ALERT_EMAIL_TO: text,
};

describe('the settings of the failure analysis', () => {
  it('are all in this table', () => {
    expect(Object.keys(rows)).toEqual(Object.keys(analysisSettings.shape));
  });

  const read = (name: string, value: string) =>
    (analysisSettings({ [name]: value }) as Record<string, unknown>)[name];

  it.each(Object.entries(rows))('%s', (name, [initial, given, value, ...wrong]) => {
    expect([read(name, ''), read(name, given)]).toEqual([initial, value]);
    for (const bad of wrong) {
      const refused = expect.objectContaining({
        kind: 'configuration',
        message: expect.stringMatching(new RegExp(`^${name} must be `)) as string,
      }) as Error;
      expect(() => read(name, bad), bad).toThrow(refused);
    }
  });

  it('name every wrong variable at once, and no value', () => {
    const wrong = { CI_TIMEOUT: 'c-4711', TRACKER_URL: 't-4711' };
    expect(() => analysisSettings(wrong)).toThrow(
      /^CI_TIMEOUT must be [^;]+; TRACKER_URL must be (?!.*4711)/,
    );
  });
});
