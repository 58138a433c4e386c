import type { HostPull, HostRepository, ScmHost } from './state.ts';

export interface HostRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface HostReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body: unknown;
}

/** A request to a route of a repository that exists, by a user who is known. */
export interface RouteCall {
  readonly host: ScmHost;
  readonly repository: HostRepository;
  readonly request: HostRequest;
  readonly url: URL;
  /** The decoded parts of the path for `:name`; of `*` the rest of the path is `rest`. */
  readonly params: Readonly<Record<string, string>>;
  /** The parsed JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The login of the token. */
  readonly viewer: string;
}

/** By `<method> <path below the repository>`, or `<method> /<whole path>`. */
export type Routes = Readonly<Record<string, (call: RouteCall) => HostReply>>;

export const ok = (body: unknown): HostReply => ({ status: 200, body });
export const created = (body: unknown): HostReply => ({ status: 201, body });
export const noContent: HostReply = { status: 204, body: '' };
export const notFound: HostReply = { status: 404, body: { message: 'Not Found' } };
export const forbidden = (message: string): HostReply => ({ status: 403, body: { message } });

export function refused(error: unknown): HostReply {
  return { status: 422, body: { message: 'Validation Failed', errors: [error] } };
}

/** A routed function that needs the pull request of `:number`. */
export function withPull(answer: (call: RouteCall, pull: HostPull) => HostReply) {
  return (call: RouteCall): HostReply => {
    const pull = call.repository.pulls.get(Number(call.params['number']));
    return pull ? answer(call, pull) : notFound;
  };
}

/** One page of a list: 30 entries unless asked, never more than 100. */
export function page(
  { url }: Pick<RouteCall, 'url'>,
  all: readonly unknown[],
  shape: (entries: readonly unknown[]) => unknown = (entries) => entries,
): HostReply {
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const number = Number(url.searchParams.get('page') ?? 1);
  const body = shape(all.slice((number - 1) * size, number * size));
  if (number * size >= all.length) return ok(body);
  const next = new URL(url.href);
  next.searchParams.set('page', String(number + 1));
  return { status: 200, headers: { link: `<${next.href}>; rel="next"` }, body };
}
