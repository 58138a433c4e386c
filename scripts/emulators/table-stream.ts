import type { LoadedService } from '#core/host/service/load-service.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';

type Item = Readonly<Record<string, AttributeValue>>;

export interface StreamRecord {
  readonly eventName: 'INSERT';
  readonly dynamodb: { readonly NewImage: Item };
}

interface StreamOptions {
  readonly table: string;
  /** New items of this feed, as in the manifest. */
  readonly feed: string;
  /** The function on the stream. An event that fails is repeated, before any later one. */
  readonly handler: (event: { Records: StreamRecord[] }) => Promise<unknown>;
  readonly retries: number;
  /** Called with an event that was given up. */
  readonly report: (error: unknown) => void;
}

interface Put {
  readonly TableName?: string;
  readonly Item?: Item;
}

interface Transaction {
  readonly TransactItems?: readonly { readonly Put?: Put }[];
}

const batchSize = 100;

/**
 * Hands the items that this client writes to a function, in order and in batches, as Lambda does
 * with the stream of a DynamoDB table: no emulator from npm has one. Items of other processes are
 * not seen. `settled` waits until all are handed over.
 */
export function tableStream(client: DynamoDBClient, options: StreamOptions) {
  const { table, feed, handler, retries, report } = options;
  const waiting: StreamRecord[] = [];
  let running: Promise<void> | undefined;

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (commandName !== 'TransactWriteItemsCommand') return result;
        for (const { Put } of (args.input as Transaction).TransactItems ?? []) {
          if (Put?.TableName !== table || Put.Item?.['feed']?.S !== feed) continue;
          // As text, as the event travels.
          const NewImage = JSON.parse(JSON.stringify(Put.Item)) as Item;
          waiting.push({ eventName: 'INSERT', dynamodb: { NewImage } });
        }
        running ??= pump().finally(() => (running = undefined));
        return result;
      },
    { step: 'initialize', name: `stream of ${feed} in ${table}` },
  );

  async function pump(): Promise<void> {
    while (waiting.length > 0) {
      const event = { Records: waiting.splice(0, batchSize) };
      for (let attempt = 0; ; attempt++) {
        try {
          await handler(event);
          break;
        } catch (error) {
          if (attempt < retries) continue;
          report(error);
          break;
        }
      }
    }
  }

  return {
    async settled(): Promise<void> {
      while (running) await running;
    },
  };
}

/** Calls a service's functions on the stream of its table. */
export function runStreams(
  { streams }: Pick<LoadedService, 'streams'>,
  platform: Platform,
  { client, table }: { readonly client: DynamoDBClient; readonly table: string },
): void {
  for (const { name, feed, handler } of streams) {
    tableStream(client, {
      table,
      feed,
      retries: 3,
      handler: (event) => handler(event, { lantern: { platform } }),
      report: (error) => platform.log('ERROR', 'stream failed', { name, error: String(error) }),
    });
  }
}
