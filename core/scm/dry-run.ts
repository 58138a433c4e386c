import { textReply, type ScmRequest, type SendToScm } from './send.ts';

/** Sends what reads, and only tells of what would change something: it is answered as done, with an
 * empty object. */
export function dryRun(send: SendToScm, tell: (message: string) => void): SendToScm {
  return async (request) => {
    if (request.method === 'GET' || isQuery(request)) return send(request);
    tell(`Would ${request.method} ${request.path}`);
    return textReply(isGraphql(request) ? '{"data":{}}' : '{}');
  };
}

function isGraphql({ path }: ScmRequest): boolean {
  return path.endsWith('/graphql');
}

function isQuery(request: ScmRequest): boolean {
  if (!isGraphql(request)) return false;
  const { query } = JSON.parse(request.body ?? '{}') as { query?: string };
  return query !== undefined && !/^\s*mutation\b/.test(query);
}
