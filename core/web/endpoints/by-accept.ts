import type { Handler } from '#core/http/endpoint.ts';
import { wantsHtml } from '#core/http/request/wants-html.ts';

/** One route with two answers: `program`, and for browsers `page`. A browser gets the program's answer
 * with `?format=json`. */
export function byAccept(program: Handler, page: Handler): Handler {
  const handle: (...call: Parameters<Handler>) => ReturnType<Handler> = async (event, context) => {
    const isFile = /(?:^|&)format=json(?:&|$)/.test(event.rawQueryString);
    const endpoint = !isFile && wantsHtml(event) ? page : program;
    const result = await endpoint(event, context);
    const headers = { ...result.headers, vary: 'accept, accept-encoding' };
    return { ...result, headers };
  };
  return Object.assign(handle, { definition: program.definition });
}
