import { Failure } from '../platform/failure.ts';
import { isRead } from './conditional.ts';
import type { HttpRequest } from './request.ts';
import { match, patternOf } from './routes.ts';

/** Why no route answered: the path is unknown, or known for other methods only. */
export function noRoute(
  routes: readonly { readonly method: string; readonly path: string }[],
): (request: HttpRequest) => never {
  const patterns = routes.map(patternOf);
  return (request) => {
    const methods = patterns
      .filter((pattern) => match(pattern, request.path))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    if (methods.length === 0 || (isRead(request) && methods.includes('GET'))) {
      throw new Failure('missing', 'no_route', 'Not Found');
    }
    throw new Failure('method', 'wrong_method', 'Method Not Allowed', {
      extra: { headers: { allow: [...new Set(methods)].join(', ') } },
    });
  };
}
