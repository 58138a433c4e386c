import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { shellWords } from './shell-words.ts';

export interface Provider {
  readonly id: string;
  /** What people call it. */
  readonly title: string;
  readonly binary: string;
  readonly defaultModel: string;
  /** Of the default command; the prompt always goes to stdin. */
  readonly arguments: Arguments;
  /** The default command starts in an empty folder of ours, because its tool loads settings, which
   * may be commands, from the folder that it starts in. */
  readonly startsApart: boolean;
  /** It can ask the models of AWS Bedrock, with the variables that sign an AWS SDK in. */
  readonly knowsBedrock?: true;
  /** The only variables of the server's environment that are its own. */
  readonly variables: readonly string[];
  /** Set for the command line whatever the server's environment says. */
  readonly fixed: Readonly<Record<string, string>>;
}

export interface Folders {
  /** The repository. */
  readonly tree: string;
  /** Where the command starts: the repository, or an empty folder of ours. */
  readonly start: string;
}

type Arguments = (model: string, folders: Folders) => string[];

/**
 * The repository may carry settings for these tools (hooks, servers to start), which are commands
 * of a stranger. Each default command ignores them and can read files only. Structured output is
 * requested where it reports tokens and cost; usage.ts reads it, and plain text as well.
 */
const table: readonly Provider[] = [
  {
    id: 'provider_a',
    title: 'Claude Code',
    binary: 'claude',
    defaultModel: 'sonnet',
    arguments: (model) => [
      ...['--model', model, '-p', '--output-format', 'json'],
      ...['--setting-sources', 'user', '--strict-mcp-config', '--tools', 'Read,Grep,Glob'],
    ],
    startsApart: false,
    knowsBedrock: true,
    variables: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'ANTHROPIC_BASE_URL',
      'ANTHROPIC_CUSTOM_HEADERS',
      'ANTHROPIC_VERTEX_PROJECT_ID',
      'AWS_BEARER_TOKEN_BEDROCK',
      'AWS_REGION',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
      'CLAUDE_CONFIG_DIR',
      'CLOUD_ML_REGION',
    ],
    fixed: {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    },
  },
  {
    id: 'provider_b',
    title: 'Gemini CLI',
    binary: 'gemini',
    defaultModel: 'gemini-2.5-pro',
    // Without trust it exits with 55 in a folder that it has not seen. Trust is for the folder it
    // starts in: as a variable it would hold for a replaced command, in the repository.
    arguments: (model, { tree }) => [
      ...['--model', model, '--output-format', 'json', '--approval-mode', 'default'],
      ...['--skip-trust', `--include-directories=${withoutComma(tree)}`],
    ],
    startsApart: true,
    variables: [
      'GEMINI_API_KEY',
      'GEMINI_CLI_HOME',
      'GOOGLE_API_KEY',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'GOOGLE_CLOUD_LOCATION',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_GEMINI_BASE_URL',
      'GOOGLE_GENAI_USE_GCA',
      'GOOGLE_GENAI_USE_VERTEXAI',
    ],
    fixed: {},
  },
  {
    id: 'provider_c',
    title: 'Cursor CLI',
    binary: 'agent',
    defaultModel: 'auto',
    // It asks for no permission to read outside its workspace. --trust lets the hooks of the
    // workspace run, and without it there is no answer.
    arguments: (model, { start }) => [
      ...['--model', model, '--print', '--workspace', start, '--trust', '--mode', 'ask'],
    ],
    startsApart: true,
    variables: ['CURSOR_API_KEY', 'CURSOR_CONFIG_DIR'],
    fixed: {},
  },
];

export const providerIds: readonly string[] = table.map(({ id }) => id);

/** The id itself when it is unknown. */
export function providerTitle(id: string): string {
  return table.find((entry) => entry.id === id)?.title ?? id;
}

export function readProvider(id: string): Provider {
  const provider = table.find((entry) => entry.id === id);
  if (provider) return provider;
  const known = providerIds.join(', ');
  throw new Failure('invalid', 'unknown_provider', `Unknown AI provider. Must be one of ${known}`);
}

export interface Command {
  readonly program: string;
  /** Named by the operator: nothing stands in for it when it is absent. */
  readonly replaced: boolean;
  readonly startsApart: boolean;
  readonly arguments: Arguments;
}

/** The provider's own command, or the one that AI_CLI_PROVIDER_<letter> puts in its place. */
export function commandOf(provider: Provider, environment: Environment): Command {
  const variable = `AI_CLI_${provider.id.toUpperCase()}`;
  const words = environment[variable]?.trim();
  if (!words) {
    const { binary, startsApart } = provider;
    return { program: binary, replaced: false, startsApart, arguments: provider.arguments };
  }
  try {
    return replacement(shellWords(words));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('configuration', error.code, `${variable}: ${error.message}`);
  }
}

export function replacement(words: readonly string[]): Command {
  const [program, ...rest] = words;
  if (!program || program.startsWith('-')) {
    throw new Failure('configuration', 'bad_command', 'The command names no program');
  }
  const own: Arguments = (model) => [...rest, '--model', model];
  return { program, replaced: true, startsApart: false, arguments: own };
}

/** A model or folder comes from a request: it must never be read as an option. */
export function assertArgument(name: string, value: string): void {
  if (value === '' || value.startsWith('-') || value.length > 1024 || /[\0\r\n]/.test(value)) {
    throw new Failure('invalid', 'bad_argument', `Invalid ${name}`);
  }
}

/** The option takes several folders, separated by commas. */
function withoutComma(folder: string): string {
  if (!folder.includes(',')) return folder;
  const message = 'provider_b cannot read a folder whose path contains a comma';
  throw new Failure('invalid', 'bad_argument', message);
}
