import type { Option, Options } from '../../line/command.ts';
import { flag, help, number, oneOf, text, whole, yes } from '../../line/option.ts';
import { flagsOf, keyNames, profileKeys, type KeyName } from './keys.ts';

/** What was typed, by option. */
export type Typed = Readonly<Record<string, string | boolean | undefined>>;

const ofBuild = { section: 'Build server' };
const ofRun = { section: 'Run of the reports' };
const ofModel = { section: 'Model' };

const sections: readonly (readonly [RegExp, string])[] = [
  [/^(username|api_key|no_verify_ssl)$/, 'Server'],
  [/^(ci_|wait_|poll_|max_wait|force)/, ofBuild.section],
  [/^(ai_|peer|max_concurrent)/, ofModel.section],
  [/^(tests_repo|additional_repos|scm_)/, 'Repositories'],
  [/tracker/, 'Issue tracker'],
];

function ofKey(name: KeyName): [string, Option][] {
  const { type, about } = profileKeys[name];
  const [yes = '', no] = flagsOf(name);
  const section = sections.find(([pattern]) => pattern.test(name))?.[1];
  const below = section === undefined ? {} : { section };
  if (type === 'boolean') {
    const off: [string, Option][] = no ? [[no, { ...opposite(yes), ...below }]] : [];
    return [[yes, { ...flag(about), ...below }], ...off];
  }
  const problem = type === 'integer' ? { problem: whole(yes, 0) } : {};
  const option = text(type === 'integer' ? '<number>' : '<text>', about);
  return [[yes, { ...option, ...problem, ...below }]];
}

function opposite(of: string): Option {
  return flag(`the opposite of --${of}`);
}

/** What `--fail-on` looks for. */
export const gates = ['new', 'product', 'any'] as const;

const statuses = ['pending', 'waiting', 'running', 'completed', 'failed'];

export const analysisOptions: Options = {
  help,
  json: { ...flag('print JSON instead of text'), short: 'j' },
  server: {
    ...text('<server>', 'a URL or profile name (default: LANTERN_SERVER, or [default])'),
    section: 'Server',
  },
  ...Object.fromEntries(keyNames.filter((name) => name !== 'url').flatMap(ofKey)),
  'job-name': { ...text('<job>', 'the build server’s job, with its folders'), ...ofBuild },
  'build-number': { ...number('build-number', 'the build of the job', 1), ...ofBuild },
  'raw-prompt': {
    ...text('<text>', 'more instructions for the model, in place of APP_PROMPT.md'),
    ...ofModel,
  },
  'ci-artifacts-max-size-mb': {
    ...number('ci-artifacts-max-size-mb', 'size limit of artifacts, in megabytes'),
    ...ofBuild,
  },
  'get-job-artifacts': { ...flag('give the artifacts to the model'), ...ofBuild },
  'no-get-job-artifacts': { ...opposite('get-job-artifacts'), ...ofBuild },
  wait: { ...flag('follow the analysis until it ends'), short: 'w' },
  'no-wait': flag('print the id of the analysis and do not wait'),
  'cancel-on-interrupt': flag('Ctrl-C also stops the analysis (default: it continues)'),
  limit: { ...number('limit', 'how many', 1), short: 'l' },
  offset: number('offset', 'how many to skip'),
  status: oneOf('<status>', 'only analyses with this status', statuses),
  child: text('<job>', 'the child job that the test failed in'),
  'child-build': number('child-build', 'the build of the child job (default: any)'),
  'not-reviewed': flag('mark as not reviewed'),
  reason: text('<text>', 'why'),
  until: text('<day>', 'the last day, such as 2026-01-31'),
  issue: text('<url>', 'the issue that tracks it'),
  references: text('<text>', 'related issues or pages'),
  'parent-job': text('<job>', 'the job that started this one'),
  job: text('<job>', 'only this job; for reports, the job they belong to, such as shop/e2e'),
  build: { ...number('build', 'the number of the run', 1), ...ofRun },
  branch: { ...text('<branch>', 'the branch that was tested'), ...ofRun },
  commit: { ...text('<commit>', 'the commit that was tested'), ...ofRun },
  'run-url': { ...text('<url>', 'the page of the run'), ...ofRun },
  'fail-on': oneOf('<what>', 'exit with 3 for new failures, product bugs, or any', gates),
  summary: text('<file>', 'append the result as Markdown'),
  comment: text(
    '<pull>',
    'keep the result in one comment on owner/repo#number; auto: the pipeline’s pull request',
  ),
  'analysis-job': text('<id>', 'the analysis that it is about'),
  'exclude-analysis': text('<id>', 'without this analysis'),
  search: text('<text>', 'only with this text in the test name or error'),
  class: text('<class>', 'only of this class'),
  target: oneOf('<where>', 'scm: the code host; tracker: the issue tracker', ['scm', 'tracker']),
  'include-links': flag('add links to the analysis'),
  title: text('<text>', 'the title of the issue (default: as in the preview)'),
  body: text('<text>', 'the text of the issue; - reads standard input'),
  role: oneOf('<role>', 'admin or user (default: user)', ['admin', 'user']),
  stdin: flag('read the key from standard input'),
  from: text('<date>', 'the first day, such as 2026-01-31'),
  to: text('<date>', 'the last day'),
  'group-by': oneOf('<what>', 'how to group (default: provider)', [
    'provider',
    'model',
    'day',
    'job',
  ]),
  output: { ...text('<file>', 'output file (default: the terminal)'), short: 'o' },
  yes,
};

/** Options of every command that asks the service. */
export const connectionOptions = ['server', ...keyFlags(['username', 'api_key', 'no_verify_ssl'])];

/** Fields of every request for an analysis. */
export const sharedKeys = [
  ...(['tests_repo_url', 'tests_repo_token', 'ai_provider', 'ai_model', 'ai_cli_timeout'] as const),
  ...(['max_concurrent_ai_calls', 'peers', 'peer_analysis_max_rounds'] as const),
  ...(['additional_repos', 'enable_tracker', 'tracker_url', 'tracker_email'] as const),
  ...(['tracker_api_token', 'tracker_pat', 'tracker_project_key', 'tracker_ssl_verify'] as const),
  ...(['tracker_max_results', 'scm_token'] as const),
];

/** Fields of a request for the analysis of a build. */
export const buildKeys = [
  ...(['wait_for_completion', 'poll_interval_minutes', 'max_wait_minutes', 'force'] as const),
  ...(['ci_url', 'ci_user', 'ci_password', 'ci_ssl_verify', 'ci_timeout'] as const),
];

/** The options of keys. */
export function keyFlags(names: readonly KeyName[]): string[] {
  return names.flatMap((name) => flagsOf(name));
}
