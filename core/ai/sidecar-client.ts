import { Failure } from '#core/platform/failure.ts';
import type { Fetch, FetchReply } from '#core/platform/ports/fetch.ts';

interface Sidecar {
  /** Without a slash at the end. The operator named it. */
  readonly url: string;
  /** Undefined: it asks for none. Read for each call: the service may start later. */
  readonly key: () => Promise<string | undefined>;
}

export interface SidecarSession {
  readonly provider: string;
  readonly model: string;
  readonly system_prompt: string;
  readonly cwd?: string;
  /** False: AGENTS.md and `.pi/` of `cwd` are not loaded. */
  readonly load_resources?: boolean;
  readonly tools?: readonly string[];
}

export interface SidecarAnswer {
  readonly text: string;
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cost_usd: number;
  };
  readonly error?: string;
  readonly aborted?: boolean;
}

export interface SidecarModel {
  readonly id: string;
  readonly provider: string;
}

const shortMilliseconds = 30_000;

/** The interface of the agent service. What it refuses is Failure('upstream', 'failed'). */
export function sidecarClient(fetch: Fetch, { url, key }: Sidecar) {
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
      ...{ timeoutMilliseconds, trusted: true },
    });
    if (reply.status < 300) return JSON.parse(reply.text()) as Result;
    throw new Failure(
      'upstream',
      'failed',
      `The sidecar answered ${reply.status}: ${reasonOf(reply)}`,
    );
  }

  return {
    models: async () => (await call<{ models: readonly SidecarModel[] }>('GET', '/models')).models,
    create: async (session: SidecarSession) =>
      (await call<{ session_id: string }>('POST', '/sessions', { body: session })).session_id,
    prompt: (id: string, message: string, timeoutMilliseconds: number) =>
      call<SidecarAnswer>('POST', `/sessions/${id}/prompt`, {
        ...{ body: { message }, timeoutMilliseconds },
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
