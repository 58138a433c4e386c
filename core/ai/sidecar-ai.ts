import { Failure } from '#core/platform/failure.ts';
import type { Ai, AiQuestion } from '#core/platform/ports/programs/ai.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Fetch, FetchReply } from '#core/platform/ports/fetch.ts';
import type { Log } from '#core/platform/ports/log.ts';
import { aborted, answers, type StoredAnswer } from './answers.ts';
import { cachedFor, failureOf } from './cached-for.ts';
import { errorWithoutSecrets, withoutSecrets } from './environment.ts';
import { initialProvider, offline } from './provider-ids.ts';
import { readProvider } from './providers.ts';

interface Needs {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly blobs: Blobs;
  readonly fetch: Fetch;
}

interface Sidecar {
  /** Without a slash at the end. The operator named it. */
  readonly url: string;
  /** Undefined: it asks for none. Read for each call: the service may start later. */
  readonly key: () => Promise<string | undefined>;
}

interface SidecarSession {
  readonly provider: string;
  readonly model: string;
  readonly system_prompt: string;
  readonly cwd?: string;
  /** False: AGENTS.md and `.pi/` of `cwd` are not loaded. */
  readonly load_resources?: boolean;
  readonly tools?: readonly string[];
}

interface SidecarAnswer {
  readonly text: string;
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cost_usd: number;
  };
  readonly error?: string;
  readonly aborted?: boolean;
}

interface SidecarModel {
  readonly id: string;
  readonly provider: string;
}

const shortMilliseconds = 30_000;

/** What a model needs to read a repository, and nothing that changes it. */
const tools = ['read', 'grep', 'find', 'ls'];
const systemPrompt = 'You read the files of a folder when a question needs them.';
const rememberMilliseconds = 5 * 60_000;

/** Asks an agent service instead of a command line. */
export function sidecarAi({ environment, clock, log, blobs, fetch }: Needs, service: Sidecar): Ai {
  const sidecar = sidecarClient(fetch, service);
  const store = answers({ blobs, log });
  const check = cachedFor<void>(clock, rememberMilliseconds);

  async function call(question: AiQuestion, signal?: AbortSignal): Promise<StoredAnswer> {
    const { model, prompt, directory, timeoutMilliseconds } = question;
    const provider = readProvider(question.provider).sidecar;
    // The folder is a clone of a repository whose authors do not instruct us.
    const session = { provider, model, system_prompt: systemPrompt, tools, load_resources: false };
    const id = await sidecar.create({
      ...session,
      ...(directory !== undefined && { cwd: directory }),
    });
    const stop = () => void sidecar.abort(id).catch(() => undefined);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      if (signal?.aborted) throw aborted();
      const { text, usage, error } = await sidecar.prompt(id, prompt, timeoutMilliseconds);
      if (signal?.aborted) throw aborted();
      if (error !== undefined) {
        const message = `${question.provider} (${model}): ${errorWithoutSecrets(error, environment)}`;
        throw new Failure('upstream', 'failed', message);
      }
      const used = {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        costUsd: usage.cost_usd,
      };
      log('INFO', 'AI call', { provider: question.provider, model, ...used });
      return { text: withoutSecrets(text, environment), ...used };
    } finally {
      signal?.removeEventListener('abort', stop);
      await sidecar.remove(id).catch((error: unknown) => {
        log('WARNING', 'a session of the sidecar was not removed', { id, error: String(error) });
      });
    }
  }

  async function probe(providerId: string, model: string): Promise<void> {
    const provider = readProvider(providerId).sidecar;
    const models = await sidecar.models();
    if (models.some((each) => each.provider === provider && each.id === model)) return;
    const message = `The sidecar has no model ${model} of ${provider}`;
    throw new Failure('upstream', 'failed', message);
  }

  return {
    async ask(question) {
      readProvider(question.provider);
      const { model, prompt, inputHash, signal, accepts } = question;
      if (inputHash === undefined) return { ...(await call(question, signal)), reused: false };
      const command = ['sidecar', readProvider(question.provider).sidecar];
      const keyed = { provider: question.provider, model, command, prompt, inputHash };
      return store.once(keyed, (stop) => call(question, stop), { signal, accepts });
    },
    unavailable: (provider, model) =>
      failureOf(check(JSON.stringify([provider, model]), () => probe(provider, model))),
    async program(id) {
      const provider = readProvider(id === offline ? initialProvider : id);
      return { id: provider.id, title: 'agent sidecar', kind: 'replaced' };
    },
    // A turn of the sidecar does not outlive its caller's session.
    works: async () => [],
    abandon: async () => {},
  };
}

/** The interface of the agent service. What it refuses is Failure('upstream', 'failed'). */
function sidecarClient(fetch: Fetch, { url, key }: Sidecar) {
  async function call<Result>(
    method: string,
    path: string,
    {
      body,
      timeoutMilliseconds = shortMilliseconds,
    }: { readonly body?: object; readonly timeoutMilliseconds?: number } = {},
  ): Promise<Result> {
    const bearer = await key();
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMilliseconds,
      trusted: true,
    });
    if (reply.status < 300) return JSON.parse(reply.text()) as Result;
    const message = `The sidecar answered ${reply.status}: ${reasonOf(reply)}`;
    throw new Failure('upstream', 'failed', message);
  }

  return {
    models: async () => (await call<{ models: readonly SidecarModel[] }>('GET', '/models')).models,
    create: async (session: SidecarSession) =>
      (await call<{ session_id: string }>('POST', '/sessions', { body: session })).session_id,
    prompt: (id: string, message: string, timeoutMilliseconds: number) =>
      call<SidecarAnswer>('POST', `/sessions/${id}/prompt`, {
        body: { message },
        timeoutMilliseconds,
      }),
    abort: (id: string) => call<object>('POST', `/sessions/${id}/abort`),
    remove: (id: string) => call<object>('DELETE', `/sessions/${id}`),
  };
}

function reasonOf(reply: FetchReply): string {
  try {
    const { error } = JSON.parse(reply.text()) as { error?: unknown };
    return typeof error === 'string' ? error : 'without a reason';
  } catch {
    return 'not as the agent service does: check SIDECAR_URL';
  }
}
