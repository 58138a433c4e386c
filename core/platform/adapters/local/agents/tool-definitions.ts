import type { AgentSetup, AgentTool } from '../../../ports/agents.ts';
import type { ToolDefinition } from './sdk.ts';
import type * as Sdk from './sdk.ts';
import { shellVariables } from './visible-variables.ts';

interface Place {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The caller's tools, and the shell with an environment of its own. */
export function toolDefinitions(
  sdk: typeof Sdk,
  { tools, customTools }: AgentSetup,
  { cwd, variables }: Place,
): ToolDefinition[] {
  const env = shellVariables(variables);
  const shell = sdk.createBashToolDefinition(cwd, {
    exposeSessionEnvironment: false,
    spawnHook: (context) => ({ ...context, env }),
  });
  const shells = tools.includes('bash') ? [shell as unknown as ToolDefinition] : [];
  return [...shells, ...customTools.map(definitionOf)];
}

function definitionOf({ name, description, parameters, run }: AgentTool): ToolDefinition {
  return {
    name,
    label: name,
    description,
    // A TypeBox schema is a JSON schema.
    parameters,
    async execute(_call, values, signal) {
      const text = await run(
        values as Readonly<Record<string, unknown>>,
        signal ?? new AbortController().signal,
      );
      return { content: [{ type: 'text', text }], details: undefined };
    },
  };
}
