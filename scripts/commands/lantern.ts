import { analysisCommands, analysisFamilies } from './analysis.ts';
import { analysisOptions } from './analysis/profile/options.ts';
import type { Command, Group, Options } from './line/command.ts';
import { runGroup } from './line/group.ts';
import type { Shell } from './line/shell.ts';

const options: Options = {
  ...analysisOptions,
  bucket: { type: 'string', value: '<name>', about: 'the bucket of a stage' },
};

type Run = Command<Options>['run'];

/** A command needs a fraction of our code: it loads what it runs. */
function loaded(load: () => Promise<Run>): Run {
  return async (...parameters) => (await load())(...parameters);
}

export const lanternGroup: Group<Options> = {
  name: 'lantern',
  options,
  common: ['json', 'help'],
  commands: {
    ...analysisCommands,
    agent: {
      words: '<command>',
      about: 'run as the agent of an editor: see lantern agent help',
      // Loaded only when the command uses it.
      run: async () => {},
    },
    docs: {
      words: '<command>',
      about: 'generate, list, show, download, users …: see lantern docs help',
      run: async () => {},
    },
    pr: {
      words: '<command>',
      about: 'read and review pull requests: see lantern pr help',
      run: async () => {},
    },
    sessions: {
      words: '<command>',
      about: 'search stored sessions of coding assistants: see lantern sessions help',
      run: async () => {},
    },
    logs: {
      words: '<command>',
      about: 'follow, search and export the webhook log: see lantern logs help',
      run: async () => {},
    },
    webhook: {
      words: '<command>',
      about:
        'configure the webhook receiver, and send it test deliveries: see lantern webhook help',
      run: async () => {},
    },
    'config check': {
      words: '<file>',
      about: 'report every problem in a webhook receiver configuration',
      run: loaded(async () => (await import('./config.ts')).check),
    },
    'config push': {
      words: '<file>',
      about: 'check a webhook receiver configuration and upload it to the cloud',
      options: ['bucket'],
      run: loaded(async () => {
        // The file .env may have the credentials.
        (await import('#core/platform/config.ts')).environment();
        return (await import('./config.ts')).push;
      }),
    },
    'config completion': {
      words: '<shell>',
      about: 'print the completion script for bash, zsh or fish',
      run: async ([name], _, shell) => {
        (await import('./completion/complete.ts')).printScript(name, shell);
      },
    },
    init: {
      words: '<what>',
      about:
        'ask for the settings of docs, analysis, webhook, sessions or agent, or write the step of a pipeline',
      run: loaded(async () => (await import('./init.ts')).init),
    },
    doctor: {
      about: 'check what the services of this folder need, and how to fix what is missing',
      run: loaded(async () => (await import('./doctor.ts')).doctor),
    },
    'jobs dead': {
      words: '<service>',
      about: 'dead letters: work that failed too often, with the reason',
      run: loaded(async () => (await import('./services/jobs.ts')).dead),
    },
    'jobs replay': {
      words: '<service> <id>',
      about: 'process a dead letter again',
      run: loaded(async () => (await import('./services/jobs.ts')).replay),
    },
  },
  families: { ...analysisFamilies, jobs: 'dead letters: list and replay' },
  footer: `
The failure analysis is at --server (a URL or profile name), else LANTERN_SERVER, else [default] of ~/.config/lantern/config.toml, else on this machine. The jobs commands work on the services that \`npm start\` runs in this folder, with the settings of its .env. Exit status: 0 done,
1 refused or failed, 2 usage error. lantern --version prints the version.`,
};

interface Loaded {
  readonly run: (args: readonly string[], shell: Shell) => Promise<number | void>;
  readonly group: unknown;
}

/** Services with commands of their own. */
const groups: Readonly<Record<string, () => Promise<Loaded>>> = {
  async agent() {
    const { agent: run, agentGroup: group } = await import('./agent.ts');
    return { run, group };
  },
  async docs() {
    const { docs: run, docsGroup: group } = await import('./docs.ts');
    return { run, group };
  },
  async logs() {
    const { logs: run, logsGroup: group } = await import('./logs.ts');
    return { run, group };
  },
  async pr() {
    const { pr: run, prGroup: group } = await import('./pr.ts');
    return { run, group };
  },
  async sessions() {
    const { sessions: run, sessionsGroup: group } = await import('./sessions.ts');
    return { run, group };
  },
  async webhook() {
    const { webhook: run, webhookGroup: group } = await import('./webhook.ts');
    return { run, group };
  },
};

function loaderOf(args: readonly string[]) {
  const name = args[0] === 'help' ? args[1] : args[0];
  return name !== undefined && Object.hasOwn(groups, name) ? groups[name] : undefined;
}

/** A stranger's checkout may have a .env of its own: it must not name hosts or programs for reviews,
 * analyses and editors. */
export function readsEnvFile(args: readonly string[]): boolean {
  return args[0] !== 'pr' && args[0] !== 'agent' && loaderOf(args) !== undefined;
}

/** Runs the command that the arguments name. */
export async function lantern(args: readonly string[], shell: Shell): Promise<number | void> {
  const load = loaderOf(args);
  if (args[0] === 'config' && args[1] === 'complete') return completeWords(args.slice(3), shell);
  if (!load) return runGroup(lanternGroup, args, shell);
  const rest = args[0] === 'help' ? ['help', ...args.slice(2)] : args.slice(1);
  return (await load()).run(rest, shell);
}

/** For the scripts of the shells. */
async function completeWords(typed: readonly string[], shell: Shell): Promise<void> {
  const { complete } = await import('./completion/complete.ts');
  const load = typed.length > 1 ? loaderOf(typed) : undefined;
  const own = load ? ((await load()).group as Group<Options>) : lanternGroup;
  complete(own, load ? typed.slice(1) : typed, shell);
}
