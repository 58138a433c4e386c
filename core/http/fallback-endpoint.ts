import { Failure } from '#core/platform/failure.ts';
import { isRead } from './reply/conditional.ts';
import { redirect } from './reply/reply.ts';
import type { Endpoint, Explain, Handler } from './endpoint.ts';
import type { HttpRequest } from './request/request.ts';
import { wantsHtml } from './request/wants-html.ts';
import { match, patternOf } from './routes.ts';

type Routes = readonly { readonly method: string; readonly path: string }[];

/** Answers requests that match no route: 404, or 405 if the path has other methods. A browser is led
 * from a path with a slash at its end to the page without it. */
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
  const pages = new Set(routes.flatMap(({ method, path }) => (method === 'GET' ? [path] : [])));
  return endpoint({
    summary: 'What no route matches',
    replies: {
      308: { description: 'To the same path without the slash at its end' },
      404: { description: 'Unknown path' },
      405: { description: 'Wrong method' },
    },
    async run({ request }) {
      const { path, query } = request;
      const page = path.endsWith('/') ? path.slice(0, -1) : '';
      // Only a path of the manifest, word for word: no address of another host.
      if (!isRead(request) || !wantsHtml(request) || !pages.has(page)) return refuse(request);
      return redirect(308, query.size > 0 ? `${page}?${query.toString()}` : page);
    },
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
