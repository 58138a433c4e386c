import type { Clock } from '../../../ports/clock.ts';
import type { RunProgram } from '../../../ports/programs/programs.ts';
import { maskSecrets } from '#core/text/mask.ts';
import type { AssistantMessage, ModelRuntime } from './sdk/sdk.ts';
import type * as Sdk from './sdk/sdk.ts';
import { programVariables } from './visible-variables.ts';

export interface AgentNames {
  /** Agents that `acpx` knows. */
  readonly acpx: readonly string[];
  /** Programs that take a prompt on stdin. */
  readonly commands: readonly string[];
}

interface Needs {
  /** By session. */
  readonly folders: ReadonlyMap<string, string>;
  readonly clock: Clock;
  readonly run: RunProgram;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly agents: AgentNames;
}

type Config = Parameters<ModelRuntime['registerProvider']>[1];
type Stream = NonNullable<Config['streamSimple']>;
type Context = Parameters<Stream>[1];

const timeoutMilliseconds = 600_000;
const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/**
 * Providers whose model is another agent's command line. They run their own tools; of ours they get
 * the system prompt and the conversation as text. The one model, `default`, is the agent's own choice.
 */
export function commandProviders(
  sdk: typeof Sdk,
  needs: Needs,
): (readonly [id: string, config: Config])[] {
  const { acpx, commands } = needs.agents;
  const entries = [
    ...acpx.map((agent) => [`acpx-${agent}`, 'acpx', acpxArguments(agent)] as const),
    ...commands.map((agent) => [`cli-${agent}`, agent, cliArguments(agent)] as const),
  ];
  return entries.map(([id, program, words]) => [id, configOf(sdk, needs, id, [program, ...words])]);
}

function acpxArguments(agent: string): string[] {
  const options = ['--format', 'quiet', '--approve-reads', '--non-interactive-permissions', 'deny'];
  return [...options, agent, 'exec', '--file', '-'];
}

/** Programs that print one answer only when they are asked to. The settings of the folder may hold a
 * stranger's commands: Claude Code is told to ignore them (S3). */
function cliArguments(agent: string): string[] {
  const claude = ['-p', '--setting-sources', 'user', '--strict-mcp-config'];
  return { claude, agent: ['--print'], codex: ['exec', '-'] }[agent] ?? [];
}

function configOf(
  sdk: typeof Sdk,
  { clock, run, variables, folders }: Needs,
  id: string,
  [program = '', ...words]: readonly string[],
): Config {
  const streamSimple: Stream = (model, context, options) => {
    const stream = sdk.createAssistantMessageEventStream();
    const message: AssistantMessage = {
      role: 'assistant',
      content: [],
      api: model.api,
      provider: model.provider,
      model: model.id,
      usage: { ...free, totalTokens: 0, cost: { ...free, total: 0 } },
      stopReason: 'stop',
      timestamp: clock.now().getTime(),
    };
    const answer = async () => {
      stream.push({ type: 'start', partial: message });
      const { end, code, stdout, stderr } = await run({
        program,
        arguments: words,
        environment: programVariables(variables),
        directory: folders.get(options?.sessionId ?? '') ?? '.',
        input: transcriptOf(context),
        timeoutMilliseconds,
        ...(options?.signal && { signal: options.signal }),
      });
      if (end === 'exited' && code === 0) {
        const text = stdout.trim();
        message.content.push({ type: 'text', text });
        stream.push({ type: 'text_start', contentIndex: 0, partial: message });
        stream.push({ type: 'text_delta', contentIndex: 0, delta: text, partial: message });
        stream.push({ type: 'text_end', contentIndex: 0, content: text, partial: message });
        stream.push({ type: 'done', reason: 'stop', message });
        return;
      }
      const reason = end === 'aborted' ? 'aborted' : 'error';
      const reasonText = maskSecrets(stderr.trim()).slice(-500);
      const error = {
        ...message,
        stopReason: reason,
        errorMessage: `${program} ended: ${reasonText || end}`,
      } as const;
      stream.push({ type: 'error', reason, error });
    };
    void answer();
    return stream;
  };
  return {
    name: id,
    baseUrl: 'http://localhost',
    // The command line signs in by itself; the SDK wants some key.
    apiKey: 'none',
    api: id,
    streamSimple,
    models: [
      {
        id: 'default',
        name: `${id} default`,
        reasoning: false,
        input: ['text'],
        cost: free,
        contextWindow: 200_000,
        maxTokens: 32_000,
      },
    ],
  };
}

/** The conversation as text: the program keeps none. */
function transcriptOf({ messages }: Context): string {
  const parts = messages.flatMap(({ role, content }) => {
    const text = typeof content === 'string' ? content : content.map(textOf).join('');
    if (text === '' || role === 'toolResult') return [];
    return [role === 'system' ? text : `${role === 'user' ? 'User' : 'Assistant'}: ${text}`];
  });
  return parts.join('\n\n');
}

function textOf(block: { readonly type: string; readonly text?: string }): string {
  return block.type === 'text' ? (block.text ?? '') : '';
}
