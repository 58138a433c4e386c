import { isFailure } from '#core/platform/failure.ts';
import { linesOf } from '#core/text/lines.ts';
import type { Shell } from '../line/shell.ts';

export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const invalidParams = -32_602;
const codes = { notJson: -32_700, notRequest: -32_600, noMethod: -32_601, failed: -32_603 };

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

export interface Peer {
  /** The answer of the other side; its refusal is thrown. */
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
}

type Handler = (params: unknown, peer: Peer) => Promise<unknown>;

/** Answers JSON-RPC 2.0 messages, one per line, until the input ends. */
export async function serveRpc(
  { stdin, stdout, stderr }: Shell,
  handlers: Readonly<Record<string, Handler>>,
): Promise<void> {
  const open = new Map<number, (message: Message) => void>();
  let lastId = 0;
  const send = (message: object) =>
    void stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  const peer: Peer = {
    notify: (method, params) => send({ method, params }),
    async request(method, params) {
      const id = (lastId += 1);
      const { promise, resolve } = Promise.withResolvers<Message>();
      open.set(id, resolve);
      send({ id, method, params });
      const { result, error } = await promise;
      if (error) throw new RpcError(codes.failed, error.message ?? 'refused');
      return result;
    },
  };

  async function answer({ id, method = '', params }: Message): Promise<void> {
    try {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (!handler) throw new RpcError(codes.noMethod, `Unknown method ${method}`);
      const result = await handler(params, peer);
      if (id !== undefined) send({ id, result: result ?? null });
    } catch (error) {
      const isShown = error instanceof RpcError || isFailure(error);
      if (!isShown) stderr.write(`${String(error)}\n`);
      const message = isShown ? error.message : 'Internal error';
      const code = error instanceof RpcError ? error.code : codes.failed;
      // A notification has no answer.
      if (id !== undefined) send({ id, error: { code, message } });
      else stderr.write(`${message}\n`);
    }
  }

  for await (const line of linesOf(stdin)) {
    if (line.trim() === '') continue;
    const message = read(line);
    if (message === undefined) {
      send({ id: null, error: { code: codes.notJson, message: 'A line is not JSON' } });
    } else if (typeof message.method === 'string') {
      // The next line may cancel it.
      void answer(message);
    } else if (typeof message.id === 'number' && open.has(message.id)) {
      open.get(message.id)?.(message);
      open.delete(message.id);
    } else {
      send({ id: null, error: { code: codes.notRequest, message: 'A line is not a request' } });
    }
  }
}

function read(line: string): Message | undefined {
  try {
    return Object(JSON.parse(line)) as Message;
  } catch {
    return undefined;
  }
}
