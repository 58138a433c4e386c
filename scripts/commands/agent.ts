import { sidecarSettings } from '#core/ai/sidecar-settings.ts';
import { sidecarKey } from '#core/home/sidecar-key.ts';
import { builtInTools } from '#core/platform/ports/programs/agents.ts';
import type { Command, Group, Option } from './line/command.ts';
import { runGroup, usage } from './line/group.ts';
import { help, number, text } from './line/option.ts';
import { keyHeader, readServer, serverClient } from './line/server-client.ts';
import type { Shell } from './line/shell.ts';

const dollars = (value: string) =>
  Number(value) > 0 ? undefined : '--max-cost must be a number above 0';

const agentOptions = {
  help,
  provider: text('<id>', 'the provider of the model, such as claude'),
  model: text('<id>', 'the model; GET /models of the service lists them'),
  tools: text('<names>', 'tools, separated by commas (default: all)'),
  'max-cost': {
    ...text('<dollars>', 'cost limit of a session, in US dollars'),
    problem: dollars,
  },
  'max-tokens': number('max-tokens', 'token limit of a session', 1),
  server: text('<url>', 'the agent service (default: SIDECAR_URL, else on this machine)'),
} as const satisfies Readonly<Record<string, Option>>;
type Table = typeof agentOptions;

const systemPrompt =
  'You are a coding agent. You work in the folder of a project that a person has open in an editor.';

const acp: Command<Table> = {
  about:
    'run as the agent of an editor, with the Agent Client Protocol on standard input and output',
  options: ['provider', 'model', 'tools', 'max-cost', 'max-tokens'],
  async run(_words, values, shell) {
    const { provider, model } = values;
    if (provider === undefined || model === undefined) throw usage('Give --provider and --model');
    const { 'max-cost': cost, 'max-tokens': tokens } = values;
    const { serveEditor } = await import('./agent/acp.ts');
    await serveEditor(
      await clientOf(shell, values.server),
      {
        provider,
        model,
        system_prompt: systemPrompt,
        ask: true,
        tools: values.tools?.split(',').map((name) => name.trim()) ?? builtInTools,
        ...(cost !== undefined && { max_cost: Number(cost) }),
        ...(tokens !== undefined && { max_tokens: Number(tokens) }),
      },
      shell,
    );
  },
};

async function clientOf({ variables }: Shell, name: string | undefined) {
  const { SIDECAR_URL } = sidecarSettings(variables);
  const server = readServer(name ?? SIDECAR_URL ?? 'http://127.0.0.1:9100');
  return serverClient(variables, {
    server,
    variable: 'SIDECAR_URL',
    headers: keyHeader(server, await sidecarKey(variables, server)),
    errorKey: 'error',
    explain: (status, error) =>
      status === 401 ? 'The agent service refused the key: set SIDECAR_KEY to its key' : error,
  });
}

export const agentGroup: Group<Table> = {
  name: 'lantern agent',
  options: agentOptions,
  common: ['server', 'help'],
  commands: { acp },
  footer: `
The tools bash, edit and write ask in the editor before they run. The service must see the folder that
the editor has open. Exit status: 0 done, 1 refused or failed, 2 usage error.`,
};

export async function agent(args: readonly string[], shell: Shell): Promise<number | void> {
  return runGroup(agentGroup, args, shell);
}
