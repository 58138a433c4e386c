import * as z from 'zod/mini';
import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';
import { loadService, type LoadedService } from '#core/host/service/load-service.ts';
import type { Call } from '#core/http/middlewares/definition.ts';
import { endpoints, type Handler } from '#core/http/endpoint.ts';
import type { HostContext } from '#core/http/request/host-context.ts';
import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { readRange } from '#core/http/reply/range.ts';
import { bytes, file, json, redirect, type Reply } from '#core/http/reply/reply.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

const endpoint = endpoints({
  errorKey: 'detail',
  identify: async () => ({ caller: undefined }),
  access: {
    public: {},
    checked: {
      afterValidation(_caller, { headers }) {
        if (headers['x-refuse']) throw new Failure('forbidden', 'refused', 'Refused');
      },
    },
  },
});

type Run = (call: Call<undefined, undefined, undefined, undefined>) => Reply | Promise<Reply>;
const shared = { summary: 'A sample', access: 'public', replies: {} } as const;
const simple = (run: Run, more: { bodyType?: 'raw'; bodyLimit?: number } = {}): Handler =>
  endpoint({ ...shared, ...more, run });

export const echoLimit = 1000;
const streamLimit = 5 * 1024 * 1024;

/** A handler of the sample waits for this until the test resolves it. */
export interface Gate {
  readonly entered: Promise<void>;
  open(): void;
}

export interface Sample {
  readonly service: LoadedService;
  readonly gate: Gate;
  /** What the socket functions received, in order. */
  readonly noted: readonly string[];
}

/**
 * A service with features that the real ones do not use yet: raw bodies, streams, files, sockets.
 */
export async function sampleService(): Promise<Sample> {
  const entered = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();

  const handlers: Record<string, Handler> = {
    'GET /': simple(() => json(200, { sample: true })),
    'GET /health': simple(() => json(200, { status: 'ok' })),
    'POST /echo': simple(({ body }) => bytes('application/octet-stream', body), {
      bodyType: 'raw',
      bodyLimit: echoLimit,
    }),
    'PUT /large': simple(({ body }) => json(200, { size: body.length }), {
      bodyType: 'raw',
      bodyLimit: 4 * 1024 * 1024,
    }),
    'POST /streamed': endpoint({
      ...shared,
      access: 'checked',
      bodyLimit: streamLimit,
      streamed: z.unknown(),
      async run({ request, authorize }) {
        let size = 0;
        for await (const part of request.stream(streamLimit)) {
          size += part.length;
          if (part[0] === 0x21) throw new Failure('unprocessable', 'bad', 'No exclamation mark');
        }
        if (size > 0) authorize();
        return json(200, { size });
      },
    }),
    'POST /json': endpoint({
      ...shared,
      body: z.strictObject({
        name: z.string(),
        count: z.optional(z.int().check(z.positive())),
        mode: z.optional(z.enum(['fast', 'slow'])),
        nested: z.optional(z.strictObject({ inner: z.string() })),
      }),
      run: ({ body }) => json(200, { ...body, polluted: 'polluted' in {} }),
    }),
    'POST /anything': endpoint({
      ...shared,
      bodyLimit: 1024 * 1024,
      body: z.unknown(),
      run: ({ body }) => json(200, { type: Array.isArray(body) ? 'array' : typeof body }),
    }),
    'POST /form': endpoint({
      ...shared,
      bodyType: 'form',
      body: z.object({ text: z.string(), more: z.optional(z.string()) }),
      run: ({ body }) => json(200, body),
    }),
    'GET /query': endpoint({
      ...shared,
      query: z.object({
        limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
      }),
      run: ({ query }) => json(200, query),
    }),
    'GET /seen/{one}/{rest+}': simple(({ request }) =>
      json(200, {
        path: request.path,
        parameters: request.pathParameters,
        query: [...request.query],
        cookies: [...request.cookies],
        headers: request.headers,
        address: request.address,
      }),
    ),
    'GET /stream': simple(() => bytes('text/plain', slices(['one ', 'two ', 'three']))),
    'GET /broken': simple(() => bytes('text/plain', slices(['one ', new Error('torn')]))),
    'GET /file/{name+}': endpoint({
      ...shared,
      params: z.object({ name: z.string() }),
      async run({ platform, request, params }) {
        const found = await readRange(request, (range) =>
          platform.blobs.get(params.name, range && { range }),
        );
        if (!found) throw new Failure('missing', 'no_file', 'File not found');
        return file('text/plain', found);
      },
    }),
    'GET /fails': simple(() => {
      throw new Error('what the caller must not see');
    }),
    'GET /misconfigured': simple(() => {
      throw new Failure('configuration', 'bad_setting', 'OPERATORS_SETTING must be right');
    }),
    'GET /upstream': simple(() => {
      throw new Failure('upstream', 'down', 'The code host did not answer');
    }),
    'GET /moved': simple(() =>
      redirect(308, '/health', { cookies: ['a=1; Path=/', 'b=2; Path=/; HttpOnly'] }),
    ),
    'GET /gate': simple(async () => {
      entered.resolve();
      await opened.promise;
      return json(200, { passed: true });
    }),
  };
  const routes = Object.keys(handlers).map((file) => {
    const [method = '', path = ''] = file.split(' ');
    const named = path === '/health' ? { exported: 'health' } : {};
    return { method: method as 'GET', path, file, ...named };
  });

  const noted: string[] = [];
  type Event = {
    requestContext: { connectionId: string };
    body?: string;
    headers?: Record<string, string>;
    queryStringParameters?: Record<string, string>;
  };
  const on = (act: (event: Event, platform: Platform) => Promise<number>) =>
    async function run(event: Event, { lantern }: HostContext) {
      return { statusCode: lantern ? await act(event, lantern.platform) : 500 };
    };
  const files: Record<string, unknown> = {
    ...Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [name, { handler, health: handler }]),
    ),
    common: { fallback: fallbackEndpoint(endpoint, routes, { access: shared.access }) },
    socket: {
      connect: on(async ({ queryStringParameters, headers }) => {
        const wanted = queryStringParameters?.['answer'];
        if (wanted === 'throw') throw new Error('connect failed');
        noted.push(`connect ${headers?.['x-forwarded-user'] ?? 'nobody'} ${headers?.['cookie']}`);
        return wanted === undefined ? 200 : Number(wanted);
      }),
      message: on(async ({ body = '', requestContext }, platform) => {
        if (body === 'throw') throw new Error('message failed');
        await platform.sockets.send(requestContext.connectionId, `heard ${body}`);
        return 200;
      }),
      disconnect: on(async (_event, platform) => {
        // Uses the store: it must still be open.
        const count = await platform.records.nextId('disconnects');
        noted.push(`disconnect ${count}`);
        return 200;
      }),
    },
  };
  const manifest: Service = {
    ...services.sessions,
    common: 'common',
    routes,
    jobs: [],
    sockets: [{ path: '/live', file: 'socket' }],
    schedules: [],
  };
  return {
    service: await loadService('sample', manifest, async (name) => files[name]),
    gate: { entered: entered.promise, open: () => opened.resolve() },
    noted,
  };
}

async function* slices(parts: readonly (string | Error)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}
