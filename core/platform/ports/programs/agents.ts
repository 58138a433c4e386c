export interface AgentModel {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  /** A price is configured: the cost of an answer is known. */
  readonly hasPrice: boolean;
  /** A program that runs its own tools, and reports no usage. */
  readonly isProgram: boolean;
}

export interface AgentProvider {
  readonly provider: string;
  readonly registered: boolean;
  readonly modelCount: number;
  /** Whether credentials are configured, and where they come from. */
  readonly authStatus: { readonly configured: boolean; readonly [detail: string]: unknown };
  /** How it signs in; null: it cannot. */
  readonly authCheck: { readonly type: string; readonly [detail: string]: unknown } | null;
  /** It needs a login in a browser, which a service cannot do. */
  readonly isInteractive: boolean;
}

/** A tool of the caller. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The text for the model. An error is a text too. */
  readonly run: (values: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<string>;
}

/** A call that waits for a permission. */
export interface AgentToolRequest {
  readonly call: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

export interface AgentSetup {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly systemPrompt: string;
  /** An existing folder, which the tools for files do not leave. Undefined: an empty folder of the
   * session's own. */
  readonly directory: string | undefined;
  /** Whether AGENTS.md, skills and prompt templates of the folder are loaded. Its extensions never are. */
  readonly loadsResources: boolean;
  /** The folder of the agent's own resources; undefined: an empty one. */
  readonly agentDirectory: string | undefined;
  /** Names of built-in tools. */
  readonly tools: readonly string[];
  readonly customTools: readonly AgentTool[];
  /** Names of tools that run only if `permit` allows the call. */
  readonly asks: readonly string[];
  /** Gives why the call may not run, which is an answer to the model; undefined: it may. */
  readonly permit: (request: AgentToolRequest, signal: AbortSignal) => Promise<string | undefined>;
  /** What the turn may use. It ends, as aborted and with an error, before a step that follows more. */
  readonly remaining: AgentBudget;
}

export interface AgentBudget {
  readonly cost_usd?: number | undefined;
  /** All kinds together. */
  readonly tokens?: number | undefined;
}

export type AgentEvent =
  | { readonly type: 'turn' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_start'; readonly tool: string; readonly call: string }
  | {
      readonly type: 'tool_end';
      readonly tool: string;
      readonly call: string;
      readonly isError: boolean;
    };

export interface AgentUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly cost_usd: number;
}

export interface AgentTurn {
  /** The texts of the model's messages. */
  readonly texts: readonly string[];
  readonly usage: AgentUsage;
  /** Why the model gave no answer, or only a part. */
  readonly error: string | undefined;
  readonly isAborted: boolean;
}

/** A call of a tool with its result. */
export interface AgentToolCall {
  readonly id: string;
  readonly tool: string;
  /** JSON, cut at a limit. */
  readonly arguments: string;
  /** Cut at a limit. Null: there is none yet, or the turn ended before. */
  readonly result: string | null;
  readonly is_error: boolean;
}

export interface AgentMessage {
  readonly role: 'user' | 'assistant';
  readonly at: string;
  /** Cut at a limit. */
  readonly text: string;
  readonly tool_calls: readonly AgentToolCall[];
  /** Null for messages of a person. */
  readonly usage: AgentUsage | null;
  /** Why the model gave no answer, or only a part. */
  readonly error: string | null;
}

/** AI agents that run in this process: a model that calls tools until it has an answer. */
export interface Agents {
  /** Failure('configuration'): the SDK is missing or too old. */
  assertUsable(): Promise<void>;

  /** Keeps other processes out of the folder of the conversations until close(), and leaves the
   * service's key where programs of the same user on this machine find it. Undefined: removes it.
   * Failure('configuration', 'folder_in_use'): another process has the folder. */
  claimFolder(key: string | undefined): Promise<void>;

  /** Looks which models there are; callers at the same time share one run. Failure('upstream'): it
   * failed, and the models known so far stay. */
  discover(): Promise<void>;

  /** The state of the latest discovery; `starting` before the first has ended. */
  discovery(): 'starting' | 'ok' | 'failed';

  /** Those whose provider has credentials. The first call waits for a discovery. */
  models(): Promise<readonly AgentModel[]>;

  provider(id: string): Promise<AgentProvider>;

  /**
   * Runs one turn of the session: the first one begins its conversation, a later one continues it, also
   * after a restart of the process. `emit` is called in order while it runs. A second turn at the
   * same time is Failure('conflict', 'busy').
   */
  prompt(setup: AgentSetup, message: string, emit: (event: AgentEvent) => void): Promise<AgentTurn>;

  /** Ends the session's turn, which then gives what it has, and resolves within a second. No turn:
   * nothing happens. */
  abort(id: string): Promise<void>;

  /** The ids of sessions with a turn. */
  busy(): readonly string[];

  /** Whether an agent could work in it. */
  isFolder(path: string): Promise<boolean>;

  /** Whether a turn of the session was kept, to be continued by the next one. */
  hasConversation(id: string): Promise<boolean>;

  /** What was said in the session, oldest first, with secrets masked. Nothing was kept: none. */
  messages(
    id: string,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly messages: readonly AgentMessage[] }>;

  /** Ends the session and removes its conversation. Absent: nothing happens. */
  remove(id: string): Promise<void>;

  /** From now on models() and prompt() are Failure('unavailable', 'draining'). Resolves when running
   * turns have ended. */
  drain(): Promise<void>;

  isDraining(): boolean;

  /** Ends what runs; conversations stay. */
  close(): Promise<void>;
}

export const builtInTools = ['read', 'grep', 'find', 'ls', 'bash', 'edit', 'write'] as const;
