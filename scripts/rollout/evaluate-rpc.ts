import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Resource } from './evaluation.ts';

export const account = '123456789012';

/** Not a resource: the files that the command line would bundle for a function. */
const bundleType = 'sst:cli:Bundle';

interface Asked {
  readonly functionID: string;
  readonly handler: string;
  readonly links: object;
  readonly copyFiles: readonly { readonly to: string }[];
  readonly properties: object;
}

/** Answers the calls of SST's components to the command line. Handlers are not bundled, only
 * recorded. */
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
      const [call] = params;
      const answer = await answerTo(method, call);
      response.end(JSON.stringify({ id: 0, ...answer }));
    })();
  });
  // A client notices a closed idle connection only at its next call, which fails; evaluating may
  // keep the process busy for longer than the default of 5 seconds.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The server does not keep the process alive; a waiting caller does.
  server.unref();
  return { url: `http://127.0.0.1:${port}` };

  async function answerTo(method: string, call: Asked) {
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
      const { functionID, handler, properties } = call;
      const out = join(folder, 'built', functionID);
      const linked = Object.keys(call.links);
      const copied = call.copyFiles.map(({ to }) => to);
      note({ type: bundleType, name: functionID, inputs: { handler, linked, copied, properties } });
      await mkdir(out, { recursive: true });
      await writeFile(join(out, 'bundle.mjs'), '');
      return { result: { out, handler, errors: [], sourcemaps: [] } };
    }
    return { error: `rpc: can't find method ${method}` };
  }
}
