import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import { Failure, isFailure, type FailureKind } from '../platform/failure.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Log } from '#core/platform/ports/log.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maskSecrets } from '../text/mask.ts';
import { compressed, negotiated } from './reply/compressed.ts';
import { conditional } from './reply/conditional.ts';
import { errorReply, type ErrorKey } from './reply/errors.ts';
import { fromRouter } from './request/from-router.ts';
import type { HostContext } from './host-context.ts';
import { requestOf, type HttpRequest } from './request/request.ts';
import type { Reply } from './reply/reply.ts';
import { resultOf, type HttpResult } from './reply/result.ts';
import { parseForm, parseJson, validate } from './request/validate.ts';

/** The limit of a request body in bytes, unless the endpoint sets another. Parsing and validating
 * this much blocks the event loop for about a millisecond. */
export const defaultBodyLimit = 16_384;

/** Who may call. Checked twice: callers without rights learn nothing else, while callers with the
 * wrong role may first get an error about a malformed body. */
export interface AccessRule<Caller> {
  /** The route is public: every caller is this one, and keys and cookies are not looked at. */
  readonly everyone?: Caller;
  /** Before the body is read. */
  readonly first?: (caller: Caller, request: HttpRequest, environment: Environment) => void;
  /** After the body is validated. */
  readonly afterValidation?: (
    caller: Caller,
    request: HttpRequest,
    environment: Environment,
  ) => void;
}

/** What all endpoints of a service share. */
export interface ServiceHttp<Caller, Access extends string> {
  readonly errorKey: ErrorKey;
  identify(request: HttpRequest, platform: Platform): Promise<Identified<Caller>>;
  readonly access: Readonly<Record<Access, AccessRule<Caller>>>;
  /** What a request is whose fields are wrong; default `unprocessable`: 422. */
  readonly invalidKind?: FailureKind;
  /** Called with the status of each answer, and awaited: a function is frozen after its answer. Must
   * not throw. */
  observe?(platform: Platform, status: number): Promise<void>;
  /** Headers of every response. */
  headers?(environment: Environment): Readonly<Record<string, string>>;
}

export interface Identified<Caller> {
  readonly caller: Caller;
  /** Set-Cookie values for any reply, such as a renewed session. */
  readonly cookies?: readonly string[];
  /** Why the caller's key was not checked. Routes that need a login answer with it. */
  readonly refused?: Failure;
}

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

export interface EndpointDefinition<Access extends string, Params, Query, Body> {
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The schema of a body that run() itself reads from request.stream(); it calls authorize() once it
   * has validated the body. */
  readonly streamed?: z.ZodMiniType;
  /** How bytes become the value that `body` validates; `raw`: they stay bytes. */
  readonly bodyType?: 'json' | 'form' | 'raw';
  /** In bytes; absent: defaultBodyLimit. */
  readonly bodyLimit?: number;
  readonly replies: Readonly<Record<number, ReplyDescription>>;
  /** Not offered as a tool over the Model Context Protocol. */
  readonly tags?: readonly string[];
}

export interface ReplyDescription {
  readonly description: string;
  readonly schema?: z.ZodMiniType;
  /** Default application/json when there is a schema. */
  readonly type?: string;
}

export interface Call<Caller, Params, Query, Body> {
  readonly platform: Platform;
  readonly request: HttpRequest;
  readonly caller: Caller;
  readonly params: Output<Params>;
  readonly query: Output<Query>;
  readonly body: Body extends z.ZodMiniType ? z.output<Body> : Uint8Array;
  /** The access rule's check after validation; only routes with `streamed` call it. */
  readonly authorize: () => void;
}

export interface Handler {
  (event: APIGatewayProxyEventV2, context?: HostContext): Promise<HttpResult>;
  readonly definition: EndpointDefinition<
    string,
    z.ZodMiniObject | undefined,
    z.ZodMiniObject | undefined,
    z.ZodMiniType | undefined
  >;
}

/** Turns a failure into a page. It gets the failures of authentication, validation and run(). */
export type Explain = (
  failure: Failure,
  request: HttpRequest,
  platform: Platform,
) => Promise<Reply>;

/** The endpoint() of a service. */
export type Endpoint<Caller, Access extends string> = ReturnType<typeof endpoints<Caller, Access>>;

/** Gives a service its endpoint(): handler, validation, authorization, error mapping and OpenAPI
 * entry from one definition. */
export function endpoints<Caller, Access extends string>(service: ServiceHttp<Caller, Access>) {
  return function endpoint<
    Params extends z.ZodMiniObject | undefined = undefined,
    Query extends z.ZodMiniObject | undefined = undefined,
    Body extends z.ZodMiniType | undefined = undefined,
  >(
    definition: EndpointDefinition<Access, Params, Query, Body> & {
      run(call: Call<Caller, Params, Query, Body>): Reply | Promise<Reply>;
      explain?: Explain;
    },
  ): Handler {
    const rule = service.access[definition.access];
    const { invalidKind } = service;

    async function answer(
      request: HttpRequest,
      platform: Platform,
      setCookies: SetCookies,
    ): Promise<Reply> {
      const identified: Identified<Caller> =
        'everyone' in rule ? { caller: rule.everyone } : await service.identify(request, platform);
      setCookies(identified.cookies ?? []);
      try {
        return await answerTo(identified, request, platform);
      } catch (error) {
        const needsLogin = isFailure(error, 'unauthorized') || isFailure(error, 'forbidden');
        throw needsLogin ? (identified.refused ?? error) : error;
      }
    }

    async function answerTo(
      { caller }: Identified<Caller>,
      request: HttpRequest,
      platform: Platform,
    ): Promise<Reply> {
      rule.first?.(caller, request, platform.environment);
      const params =
        definition.params &&
        validate(definition.params, request.pathParameters, 'path', invalidKind);
      const query =
        definition.query &&
        validate(definition.query, Object.fromEntries(request.query), 'query', invalidKind);
      const body = readBody(request, definition, invalidKind);
      let isAuthorized = false;
      const authorize = () => {
        rule.afterValidation?.(caller, request, platform.environment);
        isAuthorized = true;
      };
      if (!definition.streamed) authorize();
      const call = { platform, request, caller, params, query, body, authorize } as Call<
        Caller,
        Params,
        Query,
        Body
      >;
      const reply = await definition.run(call);
      if (!isAuthorized) throw new Error('a streamed endpoint has not called authorize()');
      return reply;
    }

    async function explained(
      request: HttpRequest,
      platform: Platform,
      setCookies: SetCookies,
    ): Promise<Reply> {
      try {
        return await answer(request, platform, setCookies);
      } catch (error) {
        if (!definition.explain || !(error instanceof Failure)) throw error;
        return definition.explain(error, request, platform);
      }
    }

    async function handle(
      event: APIGatewayProxyEventV2,
      context: HostContext = {},
    ): Promise<HttpResult> {
      let environment: Environment = {};
      let request = requestOf(event, context, () => environment);
      let log: Log = lastResort;
      let own: Readonly<Record<string, string>> = {};
      let platform: Platform | undefined;
      // Errors carry them too: a session that was renewed needs its cookie.
      let identityCookies: readonly string[] = [];
      const resultWith = async (reply: Reply) => {
        const headers = { ...own, ...reply.headers };
        const cookies = [...identityCookies, ...(reply.cookies ?? [])];
        const result = await resultOf(request, { ...reply, headers, cookies }, context);
        if (platform) await service.observe?.(platform, result.statusCode);
        return result;
      };
      try {
        platform = context.lantern?.platform ?? (await openPlatform());
        ({ log, environment } = platform);
        own = service.headers?.(environment) ?? {};
        request = requestOf(fromRouter(event, environment), context, () => environment);
        const setCookies: SetCookies = (cookies) => (identityCookies = cookies);
        const reply = negotiated(request, await explained(request, platform, setCookies));
        return await resultWith(await compressed(conditional(request, reply)));
      } catch (error) {
        return resultWith(errorReply(error, request.id, service.errorKey, log));
      }
    }

    return Object.assign(handle, { definition });
  };
}

type SetCookies = (cookies: readonly string[]) => void;

/** Logs when the platform could not be opened. */
const lastResort: Log = (level, message, fields) =>
  void process.stderr.write(`${maskSecrets(JSON.stringify({ level, message, ...fields }))}\n`);

function readBody(
  request: HttpRequest,
  definition: {
    body?: z.ZodMiniType | undefined;
    bodyType?: 'json' | 'form' | 'raw';
    bodyLimit?: number;
  },
  invalidKind?: FailureKind,
): unknown {
  if (definition.body === undefined && definition.bodyType === undefined) return undefined;
  const raw = request.body(definition.bodyLimit ?? defaultBodyLimit);
  const type = definition.bodyType ?? 'json';
  if (type === 'raw') return raw;
  if (type === 'form') return validated(definition.body, parseForm(raw), invalidKind);
  const mayBeAbsent = definition.body?.safeParse(undefined).success ?? false;
  const value = raw.length === 0 && mayBeAbsent ? undefined : parseJson(raw);
  return validated(definition.body, value, invalidKind);
}

function validated(schema: z.ZodMiniType | undefined, value: unknown, kind?: FailureKind): unknown {
  return schema ? validate(schema, value, 'body', kind) : value;
}
