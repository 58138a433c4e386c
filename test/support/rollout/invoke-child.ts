// Calls one export of an unpacked function once, as the Lambda runtime does, and prints the answer
// as the last line.
import { pathToFileURL } from 'node:url';
import { json } from 'node:stream/consumers';
import type { StreamedFunction } from '#core/http/reply/streamed.ts';
import { installLambdaRuntime, invokeStreamed, isStreamed } from '../lambda-stream.ts';

interface Invocation {
  readonly file: string;
  readonly exported: string;
  readonly event: object;
}

const { file, exported, event } = (await json(process.stdin)) as Invocation;
installLambdaRuntime();
const bundle = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
const handler = bundle[exported] as (event: object, context: object) => Promise<unknown>;
const result = await (isStreamed(handler) ? stream() : handler(event, {}));
process.stdout.write(`\n${JSON.stringify(result ?? null)}\n`, () => process.exit(0));

async function stream() {
  const call = invokeStreamed(handler as unknown as StreamedFunction, event as never, {});
  await call.ended;
  return call.received();
}
