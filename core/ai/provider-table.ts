import { Failure } from '#core/platform/failure.ts';
import { shellWords } from './shell-words.ts';

export interface Provider {
  readonly id: string;
  /** Its name for people. */
  readonly title: string;
  readonly binary: string;
  readonly defaultModel: string;
  /** Arguments of the default command; the prompt is its stdin. */
  readonly arguments: Arguments;
  /** The default command starts in an empty folder: its tool loads settings, which may name commands,
   * from the folder where it starts. */
  readonly startsApart: boolean;
  /** The provider's name in an agent service. */
  readonly sidecar: string;
  /** It can use AWS Bedrock, with the variables of an AWS SDK. */
  readonly knowsBedrock?: true;
  /** Variables of the server's environment that only this provider gets: secrets, and others. */
  readonly keys: readonly string[];
  readonly variables: readonly string[];
  /** Always set for the command line. */
  readonly fixed: Readonly<Record<string, string>>;
}

export interface Folders {
  /** The repository. */
  readonly tree: string;
  /** The command starts here: the repository or an empty folder. */
  readonly start: string;
}

export type Arguments = (model: string, folders: Folders) => string[];

/**
 * A repository may contain settings for these tools (hooks, servers to start), which are a
 * stranger's commands. Each default command ignores them and can only read files. Structured output
 * is requested where it reports tokens and cost; usage.ts parses it.
 */
export const providerTable: readonly Provider[] = [
  {
    id: 'provider_a',
    title: 'Claude Code',
    binary: 'claude',
    defaultModel: 'sonnet',
    arguments: (model) => [
      '--model',
      model,
      ...shellWords('-p --output-format json --setting-sources user --strict-mcp-config'),
      ...shellWords('--tools Read,Grep,Glob'),
    ],
    startsApart: false,
    knowsBedrock: true,
    sidecar: 'anthropic',
    keys: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'AWS_BEARER_TOKEN_BEDROCK'],
    variables: [
      'ANTHROPIC_AUTH_TOKEN',
      'ANTHROPIC_BASE_URL',
      'ANTHROPIC_CUSTOM_HEADERS',
      'ANTHROPIC_VERTEX_PROJECT_ID',
      'AWS_REGION',
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
    // Without --skip-trust it exits with 55 in an unknown folder. The option trusts the folder where
    // it starts; the variable for it would also apply to a replaced command in the repository.
    arguments: (model, { tree }) => [
      '--model',
      model,
      ...shellWords('--output-format json --approval-mode default --skip-trust'),
      `--include-directories=${withoutComma(tree)}`,
    ],
    startsApart: true,
    sidecar: 'google',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    variables: [
      'GEMINI_CLI_HOME',
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
    // It may read outside its workspace without asking. Without --trust it gives no answer; with it
    // the hooks of the workspace run.
    arguments: (model, { start }) => [
      '--model',
      model,
      '--print',
      '--workspace',
      start,
      ...shellWords('--trust --mode ask'),
    ],
    startsApart: true,
    sidecar: 'acpx-cursor',
    keys: ['CURSOR_API_KEY'],
    variables: ['CURSOR_CONFIG_DIR'],
    fixed: {},
  },
];

/** The option separates folders by commas. */
function withoutComma(folder: string): string {
  if (!folder.includes(',')) return folder;
  const message = 'provider_b cannot read a folder whose path contains a comma';
  throw new Failure('invalid', 'bad_argument', message);
}
