import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Resource } from './evaluation.ts';

export const account = '123456789012';

/** No resource: what the command line would bundle for a function. */
const bundleType = 'sst:cli:Bundle';

interface Asked {
  readonly functionID: string;
  readonly handler: string;
  readonly links: object;
  readonly copyFiles: readonly { readonly to: string }[];
  readonly properties: object;
}

/** What SST's components ask the command line for; handlers are not really bundled, but noted. */
export async function serveCommandLine(
  folder: string,
  note: (bundle: Resource) => void,
): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request) body += String(part);
      const { method, params } = JSON.parse(body) as {
        method: string;
        params: [Asked];
      };
      const [asked] = params;
      const answer = await answerTo(method, asked);
      response.end(JSON.stringify({ id: 0, ...answer }));
    })();
  });
  // An idle connection that the server closed is found so only by the next question, which fails;
  // evaluating keeps the process busy for longer than the usual 5 seconds.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Whoever waits for an answer keeps the process alive, not the server.
  server.unref();
  return { url: `http://127.0.0.1:${port}` };

  async function answerTo(method: string, asked: Asked) {
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
      const { functionID, handler, properties } = asked;
      const out = join(folder, 'built', functionID);
      const linked = Object.keys(asked.links);
      const copied = asked.copyFiles.map(({ to }) => to);
      note({ type: bundleType, name: functionID, inputs: { handler, linked, copied, properties } });
      await mkdir(out, { recursive: true });
      await writeFile(join(out, 'bundle.mjs'), '');
      return { result: { out, handler, errors: [], sourcemaps: [] } };
    }
    return { error: `rpc: can't find method ${method}` };
  }
}
