import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../failure.ts';
import { lazy } from '../../../lazy.ts';
import type { AgentProvider, Agents } from '../../../ports/programs/agents.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { RunProgram } from '../../../ports/programs/programs.ts';
import { agentSecrets, errorMask } from './error-mask.ts';
import { commandProviders, type AgentNames } from './command-providers.ts';
import { readConversation } from './conversation.ts';
import type { ModelRuntime } from './sdk/sdk.ts';
import { sessionFiles } from './session-files.ts';
import { sessionPool } from './session-pool.ts';

export interface LocalAgentsOptions {
  /** The service's data: `models.json`, the conversations and empty working folders. */
  readonly directory: string;
  readonly clock: Clock;
  readonly run: RunProgram;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Command-line agents that are offered as providers. */
  readonly agents: AgentNames;
}

/** Agents of the SDK, in this process. */
export function localAgents(
  options: LocalAgentsOptions,
): Omit<Agents, 'assertUsable' | 'claimFolder'> {
  const { directory, clock, variables } = options;
  const files = sessionFiles(directory);
  const models = join(directory, 'models.json');
  const masked = errorMask(models, variables);
  let finding: Promise<void> | undefined;
  let isDraining = false;
  /** The SDK is loaded, or is being loaded. */
  let isNeeded = false;
  let state: ReturnType<Agents['discovery']> = 'starting';
  let pool: ReturnType<typeof sessionPool> | undefined;
  /** By session; for the agents that are other programs. */
  const folders = new Map<string, string>();
  /** Providers that are other programs. */
  const programs = new Set<string>();

  const open = lazy(async () => {
    isNeeded = true;
    const sdk = await import('./sdk/sdk.ts');
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const runtime = await sdk.ModelRuntime.create({
      credentials: new sdk.InMemoryCredentialStore(),
      modelsStore: new sdk.InMemoryModelsStore(),
      modelsPath: existsSync(models) ? models : null,
    });
    for (const [id, config] of commandProviders(sdk, { ...options, folders })) {
      runtime.registerProvider(id, config);
      programs.add(id);
    }
    pool = sessionPool({ sdk, runtime, directory, files, clock, variables, folders });
    return { runtime, pool };
  });

  async function find(): Promise<void> {
    try {
      const { runtime } = await open();
      await runtime.refresh({ force: true, allowNetwork: false });
      const problem = runtime.getError();
      if (problem !== undefined) throw new Error(problem);
      state = 'ok';
    } catch (cause) {
      state = 'failed';
      const message = `The models could not be found: ${await masked(messageOf(cause))}`;
      throw new Failure('upstream', 'no_discovery', message, { cause });
    }
  }

  function discover(): Promise<void> {
    finding ??= find().finally(() => (finding = undefined));
    return finding;
  }

  return {
    discover,
    discovery: () => state,

    async models() {
      if (isDraining) throw draining();
      if (state === 'starting') await discover().catch(() => undefined);
      const { runtime } = await open();
      const available = await runtime.getAvailable();
      return available.map(({ id, name, provider, cost }) => ({
        id,
        name,
        provider,
        hasPrice: cost.input > 0 || cost.output > 0,
        isProgram: programs.has(provider),
      }));
    },

    async provider(id) {
      return providerOf((await open()).runtime, id);
    },

    async prompt(setup, message, emit) {
      if (isDraining) throw draining();
      try {
        const turn = await (await open()).pool.prompt(setup, message, emit);
        return { ...turn, error: turn.error && (await masked(turn.error)) };
      } catch (error) {
        if (error instanceof Failure) throw error;
        throw new Error(await masked(messageOf(error)), { cause: error });
      }
    },

    abort: async (id) => pool?.abort(id),
    busy: () => pool?.busy() ?? [],

    async isFolder(path) {
      return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
    },

    async hasConversation(id) {
      return (await files.fileOf(id)) !== undefined;
    },

    async messages(id, range) {
      const file = await files.fileOf(id);
      if (file === undefined) return { total: 0, messages: [] };
      return readConversation(file, range, await agentSecrets(models, variables));
    },

    // A session without a turn in this process needs no SDK.
    async remove(id) {
      if (isNeeded) await (await open()).pool.end(id);
      await files.remove(id);
    },

    async drain() {
      isDraining = true;
      await pool?.settled();
    },

    isDraining: () => isDraining,

    async close() {
      await pool?.close();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function draining(): Failure {
  return new Failure('unavailable', 'draining', 'Server is shutting down');
}

async function providerOf(runtime: ModelRuntime, id: string): Promise<AgentProvider> {
  const provider = runtime.getProvider(id);
  const authStatus = { ...runtime.getProviderAuthStatus(id) };
  const authCheck = provider ? await runtime.checkAuth(id).catch(() => undefined) : undefined;
  return {
    provider: id,
    registered: provider !== undefined,
    modelCount: runtime.getModels(id).length,
    authStatus,
    authCheck: authCheck ? { ...authCheck } : null,
    isInteractive: provider !== undefined && provider.auth.apiKey === undefined,
  };
}
