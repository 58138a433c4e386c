import { randomUUID } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import { type AgentModel, builtInTools } from '#core/platform/ports/programs/agents.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { assertMeasurable } from './limits/budget.ts';
import { providerId } from './providers.ts';
import type { SessionRequest } from './schema.ts';
import { isDevelopment, isLoopbackBind } from './settings.ts';
import { sessions } from './tables.ts';
import { type CustomTool, readCustomTool } from './custom-tool.ts';

type Needs = Pick<Platform, 'agents' | 'clock' | 'environment' | 'log' | 'records'>;

const defaultTools = ['read', 'grep', 'find', 'ls', 'bash'];

export async function createSession(needs: Needs, request: SessionRequest): Promise<string> {
  const { records, clock } = needs;
  const provider = providerId(request.provider);
  const tools = request.tools ?? defaultTools;
  const unknown = tools.filter((name) => !(builtInTools as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw invalid(`tools: unknown ${unknown.join(', ')}; there are ${builtInTools.join(', ')}`);
  }
  const customTools = readCustomTools(request.custom_tools ?? [], tools);
  const agentDirectory = agentDirectoryOf(needs, request);
  for (const [field, folder] of [
    ['cwd', request.cwd],
    ['agent_dir', agentDirectory],
  ] as const) {
    if (folder !== undefined) await assertFolder(needs, field, folder);
  }
  const model = await readModel(needs, provider, request.model);
  const { max_cost, max_tokens } = request;
  assertMeasurable(request, model);
  const asks = asksOf(request, tools, customTools);
  if (model.isProgram && asks.length > 0) {
    throw invalid(`ask: the provider '${provider}' is a program that runs its own tools`);
  }
  const id = `ses_${randomUUID()}`;
  const now = clock.now().toISOString();
  await records.insert(sessions, {
    id,
    provider,
    model: request.model,
    system_prompt: request.system_prompt,
    cwd: request.cwd ?? null,
    agent_dir: agentDirectory ?? null,
    loads_resources: request.load_resources,
    tools: [...new Set(tools)],
    custom_tools: customTools,
    created_at: now,
    last_activity: now,
    busy_since: null,
    asks,
    budget: {
      ...(max_cost !== undefined && { max_cost }),
      ...(max_tokens !== undefined && { max_tokens }),
    },
  });
  return id;
}

function readCustomTools(values: readonly unknown[], tools: readonly string[]): CustomTool[] {
  const read = values.map(readCustomTool);
  const names = read.map((tool) => tool?.name);
  const isWrong = (tool: CustomTool | undefined, at: number) =>
    !tool || names.indexOf(tool.name) !== at || tools.includes(tool.name);
  const wrong = read.flatMap((tool, at) => (isWrong(tool, at) ? [at] : []));
  if (wrong.length === 0) return read.filter((tool) => tool !== undefined);
  const message =
    'custom_tools: each needs a name of its own, a description, parameters (a JSON schema of an object) and http with method and url';
  throw invalid(message, { invalid_indexes: wrong });
}

const harmlessTools: readonly string[] = ['read', 'grep', 'find', 'ls'];

function asksOf({ ask }: SessionRequest, tools: readonly string[], custom: readonly CustomTool[]) {
  const all = [...tools, ...custom.map(({ name }) => name)];
  if (typeof ask !== 'object')
    return ask ? all.filter((name) => !harmlessTools.includes(name)) : [];
  const unknown = ask.filter((name) => ![...builtInTools, ...all].includes(name));
  if (unknown.length > 0) throw invalid(`ask: unknown ${unknown.join(', ')}`);
  return [...new Set(ask)];
}

function agentDirectoryOf({ environment, log }: Needs, { agent_dir }: SessionRequest) {
  if (agent_dir === undefined) return undefined;
  if (isLoopbackBind(environment)) return agent_dir;
  if (!isDevelopment(environment)) {
    throw invalid('agent_dir: only accepted while the service listens on a loopback address');
  }
  log('WARNING', 'agent_dir was ignored: the service listens beyond loopback');
  return undefined;
}

async function assertFolder({ agents }: Needs, field: string, folder: string): Promise<void> {
  const isFolder = folder.startsWith('/') && !/[\0\r\n]/.test(folder);
  if (isFolder && (await agents.isFolder(folder))) return;
  throw invalid(`${field}: must be the absolute path of an existing folder`);
}

async function readModel({ agents }: Needs, provider: string, model: string): Promise<AgentModel> {
  const models = await agents.models();
  const own = models.find((each) => each.provider === provider && each.id === model);
  if (own) return own;
  if ((await agents.provider(provider)).isInteractive) {
    throw invalid(
      `provider: '${provider}' needs a login in a browser, which this service cannot do; use a provider with an API key`,
    );
  }
  throw invalid(
    `Model '${model}' not found for provider '${provider}'. Use GET /models to list available models.`,
  );
}

function invalid(message: string, extra: Record<string, unknown> = {}): Failure {
  return new Failure('invalid', 'invalid_session', message, { extra });
}
