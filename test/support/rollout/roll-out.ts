import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { services } from '#functions/manifest.ts';
import type { BatchResult } from '#core/jobs/sqs-event.ts';
import { backends, startEmulators } from '../emulators.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { account } from './account.ts';
import { deployed, type HttpAsked } from './deployed.ts';
import { copyProject } from './project.ts';
import { sst, type Run } from './sst.ts';

interface Received {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly Attributes: Readonly<Record<string, string>>;
}

/** The value of every secret: long enough for each. */
export const secret = 'the-key-of-the-administrator';

export type RolledOut = Awaited<ReturnType<typeof rollOut>>;

/** A copy of the program with the probe's rows in its manifest, on an emulated account. */
export async function rollOut() {
  const folder = await temporaryFolder();
  const emulators = await startEmulators(backends().find(({ name }) => name === 'moto'));
  const close = async () => {
    await emulators.stop();
    await folder.remove();
  };
  try {
    return { ...(await first(folder.path, emulators.dynamodb)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function first(folder: string, endpoint: string) {
  const project = await copyProject(folder);
  const command = sst(project, endpoint, 'emulated');
  const secrets = join(project.folder, 'secrets.env');
  await writeFile(secrets, neededSecrets());
  succeeded(await command.run('secret', 'load', secrets));
  const run = succeeded(await command.run('deploy'));
  const aws = account(endpoint);
  const functions = deployed(aws, endpoint, join(folder, 'unpacked'));
  const hostOf = async (service: string) =>
    new URL((await command.outputs())[service] ?? '').hostname;
  const docs = await apiOf('docs');

  /** The API of a service, behind the CDN if the service has one. */
  async function apiOf(service: string): Promise<string> {
    const host = await hostOf(service);
    const origin = host.endsWith('.cloudfront.net') ? await aws.distribution(host) : host;
    return /([a-z0-9]+)\.execute-api/.exec(origin)?.[1] ?? '';
  }

  async function routed(key: string): Promise<string> {
    return (await aws.routes(docs)).get(key) ?? '';
  }

  /** A queue and its subscribed function. */
  async function queueOf(queue: string) {
    const { Environment } = await aws.functionOf(await routed('POST /probe'));
    const urls = JSON.parse(Environment.Variables['LANTERN_QUEUES'] ?? '{}') as Record<
      string,
      string
    >;
    const url = urls[queue] ?? '';
    const attributes = await aws.queueAttributes(url);
    const mapping = (await aws.mappings()).find(
      ({ EventSourceArn }) => EventSourceArn === attributes['QueueArn'],
    );
    return { url, attributes, mapping };
  }

  return {
    project,
    command,
    aws,
    functions,
    docs,
    run,
    routed,
    apiOf,
    hostOf,
    queueOf,

    /** The CDN of the documentation service. */
    ask: (method: string, path: string, more: Partial<HttpAsked> = {}) =>
      functions.http(docs, { method, path, ...more }),

    /** The function of a schedule. */
    async scheduled(name: string) {
      const found = (await aws.schedules()).find(({ Target }) => Target.Arn.includes(name));
      return { every: found?.ScheduleExpression, arn: found?.Target.Arn ?? '' };
    },

    /** What the probe's functions have written under a name. */
    async probe(name: string) {
      const { text } = await functions.http(docs, { method: 'GET', path: `/probe/${name}` });
      return JSON.parse(text) as { seen: string | null; blob: string };
    },

    /** Passes SQS messages to the subscribed function, as Lambda does. */
    async drive(queue: string) {
      const { url, mapping } = await queueOf(queue);
      const asked = { QueueUrl: url, AttributeNames: ['All'] };
      const { Messages = [] } = await aws.sqs<{ Messages?: Received[] }>('ReceiveMessage', asked);
      const result = await functions.call<BatchResult>(mapping?.FunctionArn ?? '', {
        Records: Messages.map((message) => ({
          messageId: message.MessageId,
          receiptHandle: message.ReceiptHandle,
          body: message.Body,
          attributes: message.Attributes,
          eventSourceARN: mapping?.EventSourceArn,
        })),
      });
      const failed = result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
      for (const { MessageId, ReceiptHandle } of Messages) {
        if (failed.includes(MessageId)) continue;
        await aws.sqs('DeleteMessage', { QueueUrl: url, ReceiptHandle });
      }
      return { ids: Messages.map(({ MessageId }) => MessageId), failed };
    },
  };
}

function neededSecrets(): string {
  const needed = Object.values(services).flatMap(({ secrets = [] }) =>
    secrets.filter(({ isOptional }) => !isOptional).map(({ name }) => logical(name)),
  );
  return [...new Set(needed)].map((name) => `${name}=${secret}\n`).join('');
}

/** SST's names are in PascalCase: ADMIN_KEY is AdminKey. */
function logical(name: string): string {
  const words = name.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return words.join('');
}

function succeeded(run: Run): Run {
  if (run.code === 0) return run;
  throw new Error(`sst ended with ${run.code}: ${run.output.slice(-3_000)}`);
}
