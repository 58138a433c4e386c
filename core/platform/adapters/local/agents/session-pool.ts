import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { AgentEvent, AgentSetup, AgentTurn } from '../../../ports/programs/agents.ts';
import type { Clock } from '../../../ports/clock.ts';
import { confinedFiles } from './files/confined-files.ts';
import { resourceLoader } from './resource-loader.ts';
import type { sessionFiles } from './session-files.ts';
import { toolDefinitions } from './tool-definitions.ts';
import { runTurn } from './run-turn.ts';
import type { AgentSession, ModelRuntime } from './sdk/sdk.ts';
import type * as Sdk from './sdk/sdk.ts';

type Emit = (event: AgentEvent) => void;

interface PoolOptions {
  readonly sdk: typeof Sdk;
  readonly runtime: ModelRuntime;
  readonly directory: string;
  readonly files: ReturnType<typeof sessionFiles>;
  readonly clock: Clock;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly folders: Map<string, string>;
}

/** The open sessions. A closed one opens again from its file, which the SDK writes message by message. */
export function sessionPool(options: PoolOptions) {
  const { sdk, runtime, directory, clock, variables, folders } = options;
  const sessions = new Map<string, AgentSession>();
  const turns = new Map<
    string,
    { readonly stop: AbortController; readonly ended: Promise<void> }
  >();
  const { conversations, fileOf, workplace } = options.files;

  async function opened(setup: AgentSetup): Promise<AgentSession> {
    const { id, provider, model, agentDirectory } = setup;
    const openSession = sessions.get(id);
    if (openSession) return openSession;
    const cwd = setup.directory ?? workplace(id);
    if (setup.directory === undefined) await mkdir(cwd, { recursive: true, mode: 0o700 });
    await mkdir(conversations, { recursive: true, mode: 0o700 });
    const agentDir = agentDirectory ?? join(directory, 'agent');
    const settingsManager = sdk.SettingsManager.inMemory({
      retry: { enabled: true, maxRetries: 2, baseDelayMs: 500 },
      enableAnalytics: false,
      enableInstallTelemetry: false,
      // Paid requests while a tool runs, which no usage names and no budget ends.
      cacheWarming: 'off',
    });
    const skills = agentDirectory === undefined ? [] : [join(agentDirectory, 'skills')];
    const confined = await confinedFiles(cwd, skills);
    const file = await fileOf(id);
    const sessionManager =
      file === undefined
        ? sdk.SessionManager.create(cwd, conversations, { id })
        : sdk.SessionManager.open(file, conversations, cwd);
    const ownModel = runtime.getModel(provider, model);
    const { session } = await sdk.createAgentSession({
      cwd,
      agentDir,
      modelRuntime: runtime,
      sessionManager,
      settingsManager,
      resourceLoader: await resourceLoader(sdk, setup, confined),
      ...(ownModel && { model: ownModel }),
      tools: [...setup.tools, ...setup.customTools.map(({ name }) => name)],
      customTools: toolDefinitions(sdk, setup, { confined, variables }),
    });
    // It copies the whole conversation before each request, for extensions, which are never loaded.
    delete session.agent.transformContext;
    sessions.set(id, session);
    folders.set(id, cwd);
    return session;
  }

  function close(id: string): void {
    sessions.get(id)?.dispose();
    sessions.delete(id);
    folders.delete(id);
  }

  async function turn(setup: AgentSetup, message: string, emit: Emit, signal: AbortSignal) {
    const session = await opened(setup);
    const { remaining } = setup;
    const result = await runTurn({ session, message, emit, signal, clock, remaining });
    // What still runs belongs to the old session; the next turn opens it again.
    if (!session.isIdle) close(setup.id);
    return result;
  }

  async function abort(id: string): Promise<void> {
    const running = turns.get(id);
    running?.stop.abort();
    await running?.ended;
  }

  return {
    abort,
    busy: () => [...turns.keys()],

    async settled(): Promise<void> {
      await Promise.all([...turns.values()].map(({ ended }) => ended));
    },

    async prompt(setup: AgentSetup, message: string, emit: Emit): Promise<AgentTurn> {
      if (turns.has(setup.id)) throw new Failure('conflict', 'busy', 'The session has a turn');
      const stop = new AbortController();
      const running = turn(setup, message, emit, stop.signal);
      const ended = running.then(nothing, nothing).then(() => void turns.delete(setup.id));
      turns.set(setup.id, { stop, ended });
      return running.finally(() => ended);
    },

    async end(id: string): Promise<void> {
      await abort(id);
      close(id);
    },

    async close(): Promise<void> {
      await Promise.all([...turns.keys()].map(abort));
      for (const id of sessions.keys()) close(id);
    },
  };
}

function nothing(): void {}
