// Replaces aws-lambda-ric in tests without the image: loads the handler of _HANDLER below
// LAMBDA_TASK_ROOT, then polls for events. Buffered answers only; loads TypeScript too.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: object) => Promise<unknown>;

const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT = '', _HANDLER = '' } = process.env;
const base = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

const handler = await load().catch(async (error: unknown) => {
  await post('init/error', describe(error));
  process.exit(1);
});

for (;;) {
  const next = await fetch(`${base}/invocation/next`).catch(() => process.exit(0));
  const id = next.headers.get('lambda-runtime-aws-request-id') ?? '';
  const deadline = Number(next.headers.get('lambda-runtime-deadline-ms'));
  const event: unknown = await next.json();
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() };
  await handler(event, context).then(
    (answer) => post(`invocation/${id}/response`, answer),
    (error: unknown) => post(`invocation/${id}/error`, describe(error)),
  );
}

async function load(): Promise<Handler> {
  const at = _HANDLER.lastIndexOf('.');
  const [path, name] = [_HANDLER.slice(0, at), _HANDLER.slice(at + 1)];
  const file = ['.mjs', '.js', '.ts']
    .map((ending) => resolve(LAMBDA_TASK_ROOT, path + ending))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`Cannot find module '${path}'`);
  const loaded = (await import(pathToFileURL(file).href)) as Record<string, Handler>;
  const found = loaded[name];
  if (typeof found !== 'function') throw new Error(`${_HANDLER} is undefined or not exported`);
  return found;
}

async function post(path: string, body: unknown): Promise<void> {
  await fetch(`${base}/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

function describe(error: unknown) {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { errorType: name, errorMessage: message, trace: stack.split('\n') };
}
