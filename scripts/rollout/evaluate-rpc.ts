import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export const account = '123456789012';

/** What SST's components ask the command line for; handlers are not really bundled. */
export async function serveCommandLine(folder: string): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request) body += String(part);
      const { method, params } = JSON.parse(body) as {
        method: string;
        params: [{ functionID: string; handler: string }];
      };
      const [asked] = params;
      const answer = await answerTo(method, asked);
      response.end(JSON.stringify({ id: 0, ...answer }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Whoever waits for an answer keeps the process alive, not the server.
  server.unref();
  return { url: `http://127.0.0.1:${port}` };

  async function answerTo(method: string, asked: { functionID: string; handler: string }) {
    if (method === 'Provider.Aws.Bootstrap') {
      const registry = `${account}.dkr.ecr.us-east-1.amazonaws.com/sst-asset`;
      const names = {
        asset: 'sst-asset',
        state: 'sst-state',
        appsyncHttp: '',
        appsyncRealtime: '',
      };
      return { result: { ...names, assetEcrRegistryId: account, assetEcrUrl: registry } };
    }
    if (method === 'Runtime.Build') {
      const out = join(folder, 'built', asked.functionID);
      await mkdir(out, { recursive: true });
      await writeFile(join(out, 'bundle.mjs'), '');
      return { result: { out, handler: asked.handler, errors: [], sourcemaps: [] } };
    }
    return { error: `rpc: can't find method ${method}` };
  }
}
