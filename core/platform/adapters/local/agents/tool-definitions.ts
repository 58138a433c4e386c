import type { AgentSetup, AgentTool } from '../../../ports/programs/agents.ts';
import type { ConfinedFiles } from './files/confined-files.ts';
import { fileTools } from './files/file-tools.ts';
import type { ToolDefinition } from './sdk/sdk.ts';
import type * as Sdk from './sdk/sdk.ts';
import { shellVariables } from './visible-variables.ts';

interface Place {
  readonly confined: ConfinedFiles;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The caller's tools, and those that replace the SDK's: files of the folder, and the shell with an
 * environment of its own. */
export function toolDefinitions(
  sdk: typeof Sdk,
  setup: AgentSetup,
  { confined, variables }: Place,
): ToolDefinition[] {
  const { tools, customTools, asks } = setup;
  const env = shellVariables(variables);
  const shell = sdk.createBashToolDefinition(confined.root, {
    exposeSessionEnvironment: false,
    spawnHook: (context) => ({ ...context, env }),
  });
  const own = [shell as unknown as ToolDefinition, ...fileTools(sdk, confined)];
  const all = [...own.filter(({ name }) => tools.includes(name)), ...customTools.map(definitionOf)];
  return all.map((each) => (asks.includes(each.name) ? withPermission(each, setup) : each));
}

function withPermission(definition: ToolDefinition, { permit }: AgentSetup): ToolDefinition {
  return {
    ...definition,
    async execute(call, values, signal, ...rest) {
      const request = { call, tool: definition.name, arguments: values as Record<string, unknown> };
      const refusal = await permit(request, signal ?? new AbortController().signal);
      if (refusal !== undefined) throw new Error(`This call was not allowed: ${refusal}`);
      return definition.execute(call, values, signal, ...rest);
    },
  };
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
