import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';

type Item = Readonly<Record<string, AttributeValue>>;

export interface StreamRecord {
  readonly eventName: 'INSERT';
  readonly dynamodb: { readonly NewImage: Item };
}

interface StreamOptions {
  /** New items of this feed, as in the manifest. */
  readonly feed: string;
  /** The function on the stream. An event that fails is repeated, before any later one. */
  readonly handler: (event: { Records: StreamRecord[] }) => Promise<unknown>;
  readonly retries: number;
  /** Of an event that was given up. */
  readonly report: (error: unknown) => void;
}

interface Transaction {
  readonly TransactItems?: readonly { readonly Put?: { readonly Item?: Item } }[];
}

const batchSize = 100;

/**
 * Hands the items that this client writes to a function, in order and in batches, as Lambda does
 * with the stream of a DynamoDB table: no emulator from npm has one. Items of other processes are
 * not seen. `settled` waits until all are handed over.
 */
export function tableStream(client: DynamoDBClient, options: StreamOptions) {
  const { feed, handler, retries, report } = options;
  const waiting: StreamRecord[] = [];
  let running: Promise<void> | undefined;

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (commandName !== 'TransactWriteItemsCommand') return result;
        for (const { Put } of (args.input as Transaction).TransactItems ?? []) {
          if (Put?.Item?.['feed']?.S !== feed) continue;
          // As text, as the event travels.
          const NewImage = JSON.parse(JSON.stringify(Put.Item)) as Item;
          waiting.push({ eventName: 'INSERT', dynamodb: { NewImage } });
        }
        running ??= pump().finally(() => (running = undefined));
        return result;
      },
    { step: 'initialize', name: 'tableStream' },
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
