import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Failure, FailureKind } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Middleware } from './chain.ts';
import type { ErrorKey } from '../reply/errors.ts';
import type { Reply } from '../reply/reply.ts';
import type { HttpRequest } from '../request/request.ts';

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
  /** Throws Failure('configuration') for a wrong setting: no request is answered then. A service that
   * is started does not start; a function of the cloud has no start. */
  settings?(environment: Environment): unknown;
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

export interface EndpointDefinition<Access extends string, Params, Query, Body> {
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The schema of a body that run() itself reads from request.stream(); it calls authorize() once it
   * has validated the body. */
  readonly streamed?: z.ZodMiniType;
  /** See remembering(). */
  readonly remembers?: true;
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

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

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

/** What the middlewares add to the context of a call. */
interface Context<Caller> extends Call<Caller, unknown, unknown, unknown>, Identified<Caller> {
  /** Sent with every response of the service. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isAuthorized: () => boolean;
  /** run() has answered: an error from now on is one of sending. */
  isAnswered?: boolean;
}

export type With<Key extends keyof Context<never>, Caller = unknown> = Pick<Context<Caller>, Key>;

export type HttpMiddleware<Needs> = Middleware<Needs, unknown, APIGatewayProxyEventV2, Reply>;
