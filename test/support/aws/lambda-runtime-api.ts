import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { standIn, type WholeRequest } from '#test/support/http/stand-in.ts';

export interface Answer {
  /** The function's result or error, or the error of its initialisation. */
  readonly kind: 'response' | 'error' | 'init-error';
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

interface Invocation {
  readonly id: string;
  readonly event: string;
  readonly answered: PromiseWithResolvers<Answer>;
}

const prefix = '/2018-06-01/runtime/';

/** Lambda's side of the runtime interface, version 2018-06-01, for the runtime client of an image
 * or for lambda-runtime-client.ts. Sends one event at a time, with all headers of the real one. */
export async function startRuntimeApi(seconds = 60) {
  const waiting: Invocation[] = [];
  const open = new Map<string, Invocation>();
  let idle: ServerResponse | undefined;
  let initError: Answer | undefined;

  const { port } = await standIn(serve);

  return {
    /** For AWS_LAMBDA_RUNTIME_API. */
    address: `127.0.0.1:${port}`,

    invoke: (event: unknown): Promise<Answer> => {
      if (initError) return Promise.resolve(initError);
      const answered = Promise.withResolvers<Answer>();
      const invocation = { id: randomUUID(), event: JSON.stringify(event), answered };
      open.set(invocation.id, invocation);
      waiting.push(invocation);
      handOut();
      return answered.promise;
    },
  };

  function handOut(): void {
    if (!idle) return;
    const invocation = waiting.shift();
    if (!invocation) return;
    idle.writeHead(200, {
      'Content-Type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': invocation.id,
      'Lambda-Runtime-Deadline-Ms': String(Date.now() + seconds * 1000),
      'Lambda-Runtime-Invoked-Function-Arn': 'arn:aws:lambda:us-east-1:123456789012:function:x',
      'Lambda-Runtime-Trace-Id': 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0',
    });
    idle.end(invocation.event);
    idle = undefined;
  }

  async function serve(request: WholeRequest, response: ServerResponse): Promise<void> {
    const path = request.path.startsWith(prefix) ? request.path.slice(prefix.length) : '';
    if (request.method === 'GET' && path === 'invocation/next') {
      idle = response;
      return handOut();
    }
    const answer = read(request);
    const [, id = '', verb] = /^invocation\/([^/]+)\/(response|error)$/.exec(path) ?? [];
    const invocation = open.get(id);
    if (request.method === 'POST' && invocation && verb !== undefined) {
      open.delete(id);
      invocation.answered.resolve({ ...answer, kind: verb === 'error' ? 'error' : 'response' });
    } else if (request.method === 'POST' && path === 'init/error') {
      initError = { ...answer, kind: 'init-error' };
      for (const each of open.values()) each.answered.resolve(initError);
    } else {
      response.writeHead(400).end('{"errorType":"InvalidRequestID"}');
      return;
    }
    response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"status":"OK"}');
  }
}

function read(request: WholeRequest): Omit<Answer, 'kind'> {
  const text = request.body.toString();
  return {
    headers: request.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

/** Variables that Lambda sets for every function. */
export function functionEnvironment(handler: string, runtimeApi: string): Record<string, string> {
  return {
    ...{ _HANDLER: handler, AWS_LAMBDA_RUNTIME_API: runtimeApi },
    ...{ AWS_LAMBDA_FUNCTION_NAME: 'worker', AWS_LAMBDA_FUNCTION_VERSION: '$LATEST' },
    ...{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024', AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/worker' },
    AWS_LAMBDA_LOG_STREAM_NAME: '2026/01/01/[$LATEST]0',
  };
}
