import type { Command, Options } from './line/command.ts';
import { usage } from './line/group.ts';
import type { Run } from './analysis/context.ts';
import { buildKeys, connectionOptions, keyFlags, sharedKeys } from './analysis/profile/options.ts';

type Table = Options;
type Given = Omit<Command<Table>, 'run' | 'options'> & { readonly options?: readonly string[] };

/** A command needs a fraction of our code: it loads what it runs. */
function asking(load: () => Promise<Run>, { words, about, options = [] }: Given): Command<Table> {
  return {
    about,
    ...(words !== undefined && { words }),
    options: [...options, ...connectionOptions],
    async run(args, values, shell) {
      const needed = [...(words ?? '').matchAll(/<(\w+)>/g)];
      const missing = needed[args.length];
      if (missing) throw usage(`Give ${missing[0]}`);
      const run = await load();
      const { runCommand } = await import('./analysis/run-command.ts');
      return runCommand(run, args, values, shell);
    },
  };
}

const analyze = () => import('./analysis/analyze/analyze.ts');
const results = () => import('./analysis/results.ts');
const discussion = () => import('./analysis/discussion.ts');
const history = () => import('./analysis/history.ts');
const issues = () => import('./analysis/issues.ts');
const admin = () => import('./analysis/admin.ts');
const auth = () => import('./analysis/auth.ts');
const info = () => import('./analysis/info.ts');

const child = ['child', 'child-build'];
const page = ['limit', 'offset'];
const shared = [...keyFlags(sharedKeys), 'raw-prompt'];
const following = ['no-wait', 'cancel-on-interrupt'];
const tracker = keyFlags(['tracker_token', 'tracker_email']);
const issue = [
  'target',
  ...child,
  ...tracker,
  ...keyFlags(['tracker_project_key', 'scm_token', 'scm_repo_url']),
];

/** The commands of the failure analysis. */
export const analysisCommands: Readonly<Record<string, Command<Table>>> = {
  health: asking(async () => (await info()).health, {
    about: 'check that the server is healthy',
  }),
  analyze: asking(async () => (await analyze()).analyze, {
    words: '[file|folder|job] [build] …',
    about: 'explain the failures of test reports, of JSON (-: standard input) or of a build',
    options: [
      'fail-on',
      'summary',
      'comment',
      ...following,
      'job',
      'build',
      'branch',
      'commit',
      'run-url',
      ...shared,
      'job-name',
      'build-number',
      ...keyFlags(buildKeys),
      'ci-artifacts-max-size-mb',
      'get-job-artifacts',
      'no-get-job-artifacts',
    ],
  }),
  're-analyze': asking(async () => (await analyze()).reAnalyze, {
    words: '<job>',
    about: 'analyze the same again; options replace its settings',
    options: [...following, ...shared],
  }),
  'analyze-failure': asking(async () => (await analyze()).analyzeOne, {
    words: '<job> <test> <hint>',
    about: 'analyze one failure again with what you know about it',
    options: [...following, ...child],
  }),
  ask: asking(async () => (await discussion()).ask, {
    words: '<job> <test> <question>',
    about: 'ask the model about a failure; the answer becomes a comment',
    options: child,
  }),
  status: asking(async () => (await analyze()).status, {
    words: '<job>',
    about: 'progress of an analysis',
    options: ['wait', 'cancel-on-interrupt'],
  }),
  cancel: asking(async () => (await results()).cancel, {
    words: '<job>',
    about: 'stop a running analysis',
  }),
  'results list': asking(async () => (await results()).list, {
    about: 'the newest analyses',
    options: ['limit'],
  }),
  'results show': asking(async () => (await results()).show, {
    words: '<job>',
    about: 'an analysis with its failures',
  }),
  'results dashboard': asking(async () => (await results()).dashboard, {
    about: 'the newest 500 analyses with their counts',
    options: ['limit', 'status', 'job'],
  }),
  'results delete': asking(async () => (await results()).remove, {
    words: '<job> …',
    about: 'delete analyses, as an administrator; asks first',
    options: ['yes'],
  }),
  'results set-reviewed': asking(async () => (await discussion()).setReviewed, {
    words: '<job> <test>',
    about: 'mark a failure as reviewed',
    options: [...child, 'not-reviewed'],
  }),
  'results review-status': asking(async () => (await results()).reviewStatus, {
    words: '<job>',
    about: 'how many failures are reviewed',
  }),
  'results compare': asking(async () => (await results()).comparison, {
    words: '<job>',
    about: 'what is new, fixed or still failing since the previous analysis',
  }),
  'results xml': asking(async () => (await results()).xml, {
    words: '<job>',
    about: 'the report as JUnit XML, with the analysis',
    options: ['output'],
  }),
  'results sarif': asking(async () => (await results()).sarif, {
    words: '<job>',
    about: 'the analysis as SARIF',
    options: ['output'],
  }),
  'comments list': asking(async () => (await discussion()).list, {
    words: '<job>',
    about: 'comments and reviews of an analysis',
  }),
  'comments add': asking(async () => (await discussion()).add, {
    words: '<job> <test> <comment>',
    about: 'comment on a failure; @name mentions a user',
    options: child,
  }),
  'comments delete': asking(async () => (await discussion()).remove, {
    words: '<job> <comment>',
    about: 'delete your comment by its number',
  }),
  'comments mentions': asking(async () => (await discussion()).mentions, {
    about: 'comments that mention you',
  }),
  'history failures': asking(async () => (await history()).failures, {
    about: 'failures of all analyses',
    options: [...page, 'search', 'job', 'class'],
  }),
  'history test': asking(async () => (await history()).test, {
    words: '<test>',
    about: 'when and how a test failed',
    options: ['limit', 'job', 'exclude-analysis'],
  }),
  'history search': asking(async () => (await history()).search, {
    words: '<signature>',
    about: 'the tests that failed with an error',
  }),
  'history stats': asking(async () => (await history()).stats, {
    words: '<job>',
    about: 'analyses and failures of a job of the build server',
  }),
  'history classifications': asking(async () => (await history()).classifications, {
    words: '[test]',
    about: 'classes that people recorded for tests',
    options: [...page, 'job', 'class'],
  }),
  'history forget-override': asking(async () => (await history()).forgetOverride, {
    words: '<signature>',
    about: 'remove the class a person set for an error; the model is asked again',
  }),
  'history known': asking(async () => (await history()).listKnown, {
    about: 'tests that are known to fail',
  }),
  'history set-known': asking(async () => (await history()).setKnown, {
    words: '<test>',
    about: 'mark a test as known to fail: not new, and no reason to fail a pipeline',
    options: ['until', 'issue', 'reason'],
  }),
  'history forget-known': asking(async () => (await history()).forgetKnown, {
    words: '<test>',
    about: 'remove the mark of a known failure',
  }),
  classify: asking(async () => (await history()).classify, {
    words: '<test> <class>',
    about: 'record a class for a test, in your own words',
    options: ['job', 'parent-job', 'reason', 'references', 'analysis-job', 'child-build'],
  }),
  'override-classification': asking(async () => (await discussion()).override, {
    words: '<job> <test> <class>',
    about: 'set CODE ISSUE, PRODUCT BUG or INFRASTRUCTURE for all failures with the same error',
    options: child,
  }),
  'preview-issue': asking(async () => (await issues()).preview, {
    words: '<job> <test>',
    about: 'the text of an issue, and similar issues',
    options: [...issue, 'include-links', ...keyFlags(['ai_provider', 'ai_model'])],
  }),
  'create-issue': asking(async () => (await issues()).create, {
    words: '<job> <test>',
    about: 'create an issue',
    options: [...issue, 'title', 'body', 'include-links', ...keyFlags(['tracker_security_level'])],
  }),
  'link-issue': asking(async () => (await issues()).link, {
    words: '<job> <test> <url>',
    about: 'link a failure to an existing issue',
    options: [...child, 'title'],
  }),
  'push-reports': asking(async () => (await issues()).pushReports, {
    words: '<job>',
    about: 'push the classes to the report portal',
  }),
  'tracker-projects': asking(async () => (await issues()).projects, {
    about: 'the projects of the issue tracker',
    options: tracker,
  }),
  'tracker-security-levels': asking(async () => (await issues()).securityLevels, {
    words: '[project]',
    about: 'the security levels for issues of a project',
    options: tracker,
  }),
  capabilities: asking(async () => (await info()).capabilities, {
    about: 'what the service is configured to do',
  }),
  'ai-configs': asking(async () => (await info()).aiConfigs, {
    about: 'the models of completed analyses',
  }),
  'auth login': asking(async () => (await auth()).login, {
    words: '[user]',
    about: 'log in with your API key for eight hours',
  }),
  'auth logout': asking(async () => (await auth()).logout, { about: 'log out' }),
  'auth whoami': asking(async () => (await auth()).whoami, { about: 'who you are logged in as' }),
  'auth tokens': asking(async () => (await auth()).tokens, {
    about: 'the last characters of your stored tokens',
  }),
  'auth check-token': asking(async () => (await auth()).checkToken, {
    words: '<type>',
    about: 'whether the code host (scm) or the tracker accepts a token',
    options: keyFlags(['tracker_email']),
  }),
  'admin users': asking(async () => (await admin()).users, { about: 'all users' }),
  'admin users list': asking(async () => (await admin()).users, {
    about: 'the same as admin users',
  }),
  'admin users add': asking(async () => (await admin()).add, {
    words: '<user>',
    about: 'add a user and print the key',
    options: ['role'],
  }),
  'admin users remove': asking(async () => (await admin()).remove, {
    words: '<user>',
    about: 'remove a user; asks first',
    options: ['yes'],
  }),
  'admin users role': asking(async () => (await admin()).setRole, {
    words: '<user> <role>',
    about: 'make a user an admin or a user',
  }),
  'admin users rotate-key': asking(async () => (await admin()).rotateKey, {
    words: '<user>',
    about: 'replace the key of a user',
    options: ['stdin'],
  }),
  'admin token-usage': asking(async () => (await admin()).tokenUsage, {
    about: 'calls, tokens and cost of models',
    options: ['from', 'to', 'group-by', ...keyFlags(['ai_provider', 'ai_model'])],
  }),
  'config show': {
    words: '[server]',
    about: 'the settings that commands use, with secrets masked',
    options: connectionOptions,
    run: async (...args) => (await import('./analysis/config.ts')).show(...args),
  },
  'config servers': {
    about: 'the servers of your profile file',
    run: async (...args) => (await import('./analysis/config.ts')).servers(...args),
  },
};

export const analysisFamilies = {
  results: 'list, show, compare, review and delete analyses',
  comments: 'list, add and delete comments',
  history: 'failures and classes over time',
  auth: 'log in and out',
  admin: 'users and model costs',
  config: 'servers and settings, shell completion, receiver configuration',
};
