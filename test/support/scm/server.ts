import { standIn } from '#test/support/http/stand-in.ts';
import type { ScmHost } from './state.ts';

/** The host behind a real server. `origin` is its base URL. */
export async function serveHost(host: ScmHost): Promise<{ readonly close: () => Promise<void> }> {
  const { url, close } = await standIn(async (request, response) => {
    await host.hold();
    const { method, path } = request;
    const { status, headers, body } = host.handle({
      ...{ method, path, body: request.body.toString() },
      headers: request.headers as Record<string, string>,
    });
    // The connection is lost before the answer.
    if (status === 0) return void request.socket.destroy();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  });
  host.origin = url;
  return { close };
}
