// dynalite has no transactions. This proxy in front of it forwards one request at a time and
// executes TransactWriteItems like DynamoDB: all writes or none, once per client token within ten
// minutes, with the refusals of the real service. A transaction that arrives while another one on the
// way has one of its items is cancelled, and so is a single write of such an item.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;
type Attributes = Record<string, Record<string, unknown>>;
interface Part {
  readonly TableName: string;
  readonly Item?: Attributes;
  readonly Key?: Attributes;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Json;
  readonly ExpressionAttributeValues?: Attributes;
}
type Operation = { readonly [Kind in 'Put' | 'Delete' | 'Update' | 'ConditionCheck']?: Part };

const target = 'DynamoDB_20120810.';
const tokenMilliseconds = 600_000;
const mostItems = 100;
const kinds = new Set(['Put', 'Delete', 'Update', 'ConditionCheck']);
const mostBytes = 4 * 1024 * 1024;

class Refusal extends Error {
  readonly type: string;
  readonly details: Json;

  constructor(type: string, message: string, details: Json = {}) {
    super(message);
    this.type = type;
    this.details = details;
  }
}

/** A proxy for the server at `endpoint`. */
export function withTransactions(endpoint: string): Server {
  let last: Promise<unknown> = Promise.resolve();
  const tokens = new Map<string, { readonly input: string; readonly until: number }>();
  /** Items of the transactions that have arrived, with their client tokens. */
  const onTheWay = new Map<string, unknown>();

  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const operation = String(request.headers['x-amz-target'] ?? '').replace(target, '');
      const turn = locked(operation, body, () => last.then(() => answer(operation, body)));
      const over = turn.catch(failed);
      last = over;
      return over.then(({ status, text }) => {
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
      });
    });
  });
  return server;

  async function locked<Reply>(operation: string, body: string, work: () => Promise<Reply>) {
    const { places, token } = writesOf(operation, body);
    if (token !== undefined && places.some((place) => onTheWay.get(place) === token)) {
      throw new Refusal('TransactionInProgressException', 'the request with this token goes on');
    }
    const conflicts = places.map((place) => onTheWay.has(place));
    if (conflicts.includes(true)) {
      await last;
      if (operation !== 'TransactWriteItems') {
        const message = 'Transaction is ongoing for the item';
        throw new Refusal('TransactionConflictException', message);
      }
      throw cancellation(conflicts.map((isHeld) => (isHeld ? 'TransactionConflict' : 'None')));
    }
    // A single write is over before a transaction can meet it.
    const own = operation === 'TransactWriteItems' ? places : [];
    for (const place of own) onTheWay.set(place, token);
    try {
      return await work();
    } finally {
      for (const place of own) onTheWay.delete(place);
    }
  }

  async function answer(operation: string, body: string) {
    if (operation !== 'TransactWriteItems') return forward(operation, body);
    await transact(JSON.parse(body) as Json);
    return { status: 200, text: '{}' };
  }

  async function forward(operation: string, body: string) {
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'x-amz-target': target + operation,
        'content-type': 'application/x-amz-json-1.0',
        authorization:
          'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
        'x-amz-date': '20260101T000000Z',
      },
      body,
    });
    return { status: reply.status, text: await reply.text() };
  }

  async function send(operation: string, input: Json): Promise<Json> {
    const { status, text } = await forward(operation, JSON.stringify(input));
    const reply = JSON.parse(text) as Json;
    if (status === 200) return reply;
    throw new Refusal(
      String(reply['__type']),
      JSON.stringify(reply['message'] ?? reply['Message']),
    );
  }

  async function transact(input: Json): Promise<void> {
    const operations = (input['TransactItems'] ?? []) as Operation[];
    const token = input['ClientRequestToken'] as string | undefined;
    const text = JSON.stringify(operations);
    assertInput(operations, token, text);
    const known = token === undefined ? undefined : tokens.get(token);
    if (token !== undefined && known && known.until > Date.now()) {
      if (known.input === text) return;
      throw new Refusal('IdempotentParameterMismatchException', 'other parameters, same token');
    }
    const parts = operations.map((operation) => Object.values(operation)[0] as Part);
    const held = await itemsOf(parts.filter(({ ConditionExpression }) => ConditionExpression));
    const refused = parts.map((part) => !holds(part, held.get(placeOf(part))));
    if (refused.includes(true)) {
      throw cancellation(
        refused.map((isRefused) => (isRefused ? 'ConditionalCheckFailed' : 'None')),
      );
    }
    await writeAll(operations);
    if (token === undefined) return;
    tokens.set(token, { input: text, until: Date.now() + tokenMilliseconds });
  }

  /** Items by table and key, without absent ones. */
  async function itemsOf(parts: readonly Part[]): Promise<ReadonlyMap<string, Attributes>> {
    const found = new Map<string, Attributes>();
    await Promise.all(
      parts.map(async (part) => {
        const { TableName } = part;
        const Key = keyOf(part);
        const { Item } = await send('GetItem', { TableName, Key, ConsistentRead: true });
        if (Item) found.set(placeOf(part), Item as Attributes);
      }),
    );
    return found;
  }

  /** No other request runs in between, so a reader sees all pieces or none. */
  async function writeAll(operations: readonly Operation[]): Promise<void> {
    const writes = operations.filter(({ Put, Delete }) => Put ?? Delete);
    const requests = writes.map(({ Put, Delete }) => ({
      table: (Put ?? Delete)?.TableName ?? '',
      request: Put ? { PutRequest: { Item: Put.Item } } : { DeleteRequest: { Key: Delete?.Key } },
    }));
    for (let at = 0; at < requests.length; at += 25) {
      const RequestItems: Record<string, object[]> = {};
      for (const { table, request } of requests.slice(at, at + 25)) {
        (RequestItems[table] ??= []).push(request);
      }
      await send('BatchWriteItem', { RequestItems });
    }
    for (const { Update } of operations) if (Update) await send('UpdateItem', { ...Update });
  }
}

/** The conditions that our adapters use. Any other condition is refused. */
function holds(part: Part, item: Attributes | undefined): boolean {
  const { ConditionExpression: text, ExpressionAttributeNames: names = {} } = part;
  if (text === undefined) return true;
  if (text === 'attribute_not_exists(pk)') return item === undefined;
  const values = part.ExpressionAttributeValues;
  if (text === 'attribute_not_exists(pk) OR #ends <= :now') {
    const ends = item?.[String(names['#ends'])]?.['S'];
    const now = values?.[':now']?.['S'];
    // An absent attribute fails every comparison.
    return item === undefined || (ends !== undefined && (ends as string) <= (now as string));
  }
  const [, name = '', value = ''] = /^(#\w+) = (:\w+)$/.exec(text) ?? [];
  const wanted = values?.[value];
  if (!wanted) throw new Refusal('ValidationException', `not understood here: ${text}`);
  return isDeepStrictEqual(item?.[String(names[name])], wanted);
}

function cancellation(codes: readonly string[]): Refusal {
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`;
  const CancellationReasons = codes.map((Code) => ({ Code }));
  return new Refusal('TransactionCanceledException', message, { CancellationReasons });
}

/** The items that a request writes. */
function writesOf(operation: string, body: string) {
  const places: string[] = [];
  if (!/^(?:TransactWriteItems|PutItem|UpdateItem|DeleteItem)$/.test(operation)) return { places };
  const input = JSON.parse(body) as Json & Part;
  const operations = (input['TransactItems'] as Operation[] | undefined) ?? [{ Put: input }];
  for (const one of operations) for (const part of Object.values(one)) places.push(placeOf(part));
  return { places, token: input['ClientRequestToken'] };
}

function keyOf({ Item, Key }: Part): Attributes {
  const { pk, sk } = Key ?? Item ?? {};
  return { pk, sk } as Attributes;
}

function placeOf(part: Part): string {
  return JSON.stringify([part.TableName, keyOf(part)]);
}

function assertInput(operations: readonly Operation[], token: string | undefined, text: string) {
  const refuse = (message: string): never => {
    throw new Refusal('ValidationException', message);
  };
  if (operations.length === 0 || operations.length > mostItems) {
    refuse(`Member must have length less than or equal to ${mostItems} and greater than 0`);
  }
  if (text.length > mostBytes) refuse('Transaction payload size limit exceeded');
  if (token !== undefined && (token.length < 1 || token.length > 36)) {
    refuse('ClientRequestToken takes 1 to 36 characters');
  }
  const seen = new Set<string>();
  for (const operation of operations) {
    const [[kind = '', part] = []] = Object.entries(operation);
    if (Object.keys(operation).length !== 1 || !kinds.has(kind) || !part) {
      refuse('TransactItems can only contain one of Check, Put, Update or Delete');
    }
    if (kind === 'ConditionCheck' && part?.ConditionExpression === undefined) {
      refuse('The ConditionExpression of a ConditionCheck is required');
    }
    const place = placeOf(part as Part);
    if (seen.has(place))
      refuse('Transaction request cannot include multiple operations on one item');
    seen.add(place);
  }
}

function failed(error: unknown) {
  if (!(error instanceof Refusal)) {
    return {
      status: 500,
      text: JSON.stringify({ __type: 'InternalServerError', message: String(error) }),
    };
  }
  const type = error.type.includes('#')
    ? error.type
    : `com.amazonaws.dynamodb.v20120810#${error.type}`;
  const body = { __type: type, message: error.message, Message: error.message, ...error.details };
  return { status: 400, text: JSON.stringify(body) };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
