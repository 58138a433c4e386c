import type { Handler } from '../http/endpoint.ts';
import { wantsHtml } from '#core/http/request/wants-html.ts';

/** One route with two answers: `program`, and for browsers `page`, which is loaded when one asks. A
 * browser gets the program's answer with `?format=json`. */
export function byAccept(program: Handler, page: () => Promise<{ handler: Handler }>): Handler {
  const handle: (...call: Parameters<Handler>) => ReturnType<Handler> = async (event, context) => {
    const isFile = /(?:^|&)format=json(?:&|$)/.test(event.rawQueryString);
    const chosen = !isFile && wantsHtml(event) ? (await page()).handler : program;
    const result = await chosen(event, context);
    const headers = { ...result.headers, vary: 'accept, accept-encoding' };
    return { ...result, headers };
  };
  return Object.assign(handle, { definition: program.definition });
}
