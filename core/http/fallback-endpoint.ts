import { Failure } from '#core/platform/failure.ts';
import { isRead } from './reply/conditional.ts';
import type { Endpoint, Explain, Handler } from './endpoint.ts';
import type { HttpRequest } from './request/request.ts';
import { match, patternOf } from './routes.ts';

type Routes = readonly { readonly method: string; readonly path: string }[];

/** Answers requests that match no route: 404, or 405 if the path has other methods. */
export function fallbackEndpoint<Caller, Access extends string>(
  endpoint: Endpoint<Caller, Access>,
  routes: Routes,
  more: {
    readonly access: Access;
    readonly explain?: Explain;
    /** The detail of the 404; default `Not Found`. */
    readonly text?: string;
  },
): Handler {
  const { text, ...options } = more;
  const refuse = noRoute(routes, text);
  return endpoint({
    summary: 'What no route matches',
    replies: { 404: { description: 'Unknown path' }, 405: { description: 'Wrong method' } },
    run: ({ request }) => refuse(request),
    ...options,
  });
}

export function noRoute(routes: Routes, text = 'Not Found'): (request: HttpRequest) => never {
  const patterns = routes.map(patternOf);
  return (request) => {
    const methods = patterns
      .filter((pattern) => match(pattern, request.path))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    if (methods.length === 0 || (isRead(request) && methods.includes('GET'))) {
      throw new Failure('missing', 'no_route', text);
    }
    throw new Failure('method', 'wrong_method', 'Method Not Allowed', {
      extra: { headers: { allow: [...new Set(methods)].join(', ') } },
    });
  };
}
