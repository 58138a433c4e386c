// What the emulators do not keep: versions of objects, and tables as they were. Two proxies in front
// of them, with the refusals of DynamoDB and S3.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

const target = 'DynamoDB_20120810.';

/** `remember()` is a restore point: DynamoDB has one for each second. */
export async function tablesInTime(endpoint: string) {
  const points = new Map<string, Json[]>();
  const settings = new Map<string, Json>();
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
    });
  });
  return { url: await listen(server), settings, remember, close: () => server.close() };

  async function remember(table: string): Promise<void> {
    const { Items } = await forward('Scan', { TableName: table, ConsistentRead: true });
    points.set(table, Items as Json[]);
  }

  async function answer(request: IncomingMessage) {
    const operation = String(request.headers['x-amz-target']).replace(target, '');
    const input = JSON.parse(await text(request)) as Json;
    try {
      return { status: 200, body: JSON.stringify(await perform(operation, input)) };
    } catch (error) {
      const { name, message } = error as Error;
      const body = JSON.stringify({ __type: name, message });
      return { status: name === 'Outage' ? 500 : 400, body };
    }
  }

  async function perform(operation: string, input: Json): Promise<Json> {
    const name = input['TableName'] as string;
    const own = settings.get(name) ?? {};
    const set = (more: Json) => {
      settings.set(name, { ...own, ...more });
      return {};
    };
    if (operation === 'RestoreTableToPointInTime') return restore(input);
    if (operation === 'DescribeTable') {
      const { Table } = await forward(operation, input);
      return { Table: { ...(Table as Json), ...own } };
    }
    if (operation === 'UpdateTimeToLive') {
      await assertActive(name);
      if (own['ttl']) throw refusal('ValidationException', 'TimeToLive is already enabled');
      return set({ ttl: input['TimeToLiveSpecification'] });
    }
    if (operation === 'UpdateContinuousBackups') {
      if (own['isRestored'] && own['backups'] === undefined) {
        settings.set(name, { ...own, backups: false });
        throw refusal('ContinuousBackupsUnavailableException', 'Backups are being enabled');
      }
      return set({ backups: true });
    }
    if (operation === 'UpdateTable') {
      await assertActive(name);
      const { TableName: _name, ...changes } = input;
      if ('StreamSpecification' in changes && own['StreamSpecification']) {
        throw refusal('ValidationException', 'Table already has an enabled stream');
      }
      return set(changes);
    }
    return forward(operation, input);
  }

  async function restore({ SourceTableName, TargetTableName }: Json): Promise<Json> {
    const items = points.get(SourceTableName as string);
    if (!items) throw refusal('InvalidRestoreTimeException', 'There is no restore point');
    const { Table } = await forward('DescribeTable', { TableName: SourceTableName });
    const { KeySchema, AttributeDefinitions } = Table as Json;
    const TableName = TargetTableName as string;
    const fresh = { TableName, KeySchema, AttributeDefinitions, BillingMode: 'PAY_PER_REQUEST' };
    await forward('CreateTable', fresh).catch((error: Error) => {
      if (error.name !== 'ResourceInUseException') throw error;
      throw refusal('TableAlreadyExistsException', `Table already exists: ${TableName}`);
    });
    while ((await statusOf(TableName)) !== 'ACTIVE');
    for (const Item of items) await forward('PutItem', { TableName, Item });
    settings.set(TableName, { isRestored: true });
    return {};
  }

  async function statusOf(TableName: string): Promise<unknown> {
    const { Table } = await forward('DescribeTable', { TableName });
    return (Table as Json)['TableStatus'];
  }

  async function assertActive(name: string): Promise<void> {
    if ((await statusOf(name)) === 'ACTIVE') return;
    throw refusal('ResourceInUseException', `Table is being created: ${name}`);
  }

  async function forward(operation: string, input: Json): Promise<Json> {
    const headers = {
      'x-amz-target': target + operation,
      'content-type': 'application/x-amz-json-1.0',
      authorization:
        'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20260101T000000Z',
    };
    const reply = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(input) });
    const json = (await reply.json()) as Json;
    if (reply.ok) return json;
    const type = String(json['__type']).replace(/^.*#/, '');
    throw refusal(type, JSON.stringify(json['message'] ?? json['Message'] ?? type), json);
  }
}

function refusal(name: string, message: string, details: Json = {}): Error {
  return Object.assign(new Error(message), { name, details });
}

interface Version {
  readonly id: string;
  readonly time: Date;
  /** Undefined: a delete marker. */
  readonly body: Buffer<ArrayBuffer> | undefined;
}

/** S3 shows whole seconds, and may put less on a page than it is asked for. */
export async function objectsInTime(endpoint: string, now: () => Date, pageLength = 3) {
  const versions = new Map<string, Version[]>();
  let ids = 0;
  const server = createServer((request, response) => {
    void answer(request).then(async (reply) => {
      const headers = Object.fromEntries(reply.headers);
      delete headers['transfer-encoding'];
      response.writeHead(reply.status, headers);
      response.end(Buffer.from(await reply.arrayBuffer()));
    });
  });
  return { url: await listen(server), expire, close: () => server.close() };

  /** As the lifecycle rule does: former versions of the key are gone. */
  function expire(start: string): void {
    for (const [path, all] of versions) if (path.includes(start)) versions.set(path, all.slice(-1));
  }

  async function answer(request: IncomingMessage): Promise<Response> {
    const url = new URL(request.url ?? '/', endpoint);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET' } = request;
    if (url.searchParams.has('versions')) return xml(list(url));
    const source = request.headers['x-amz-copy-source'];
    if (source !== undefined) return copy(url.pathname, String(source));
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const init = { method, headers: headers as Record<string, string> };
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const reply = await fetch(url, { ...init, ...(hasBody && { body }) });
    if (reply.ok && method === 'PUT') add(url.pathname, body);
    if (reply.ok && method === 'DELETE') add(url.pathname, undefined);
    if (reply.ok && method === 'POST' && url.searchParams.has('delete')) {
      for (const [, key = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) {
        add(`${url.pathname.replace(/\/$/, '')}/${key}`, undefined);
      }
    }
    return reply;
  }

  function add(path: string, body: Buffer<ArrayBuffer> | undefined): void {
    const plain = decodeURIComponent(path);
    const time = new Date(Math.floor(now().getTime() / 1_000) * 1_000);
    versions.set(plain, [...(versions.get(plain) ?? []), { id: `v${(ids += 1)}`, time, body }]);
  }

  async function copy(path: string, source: string): Promise<Response> {
    const { pathname, searchParams } = new URL(`/${source.replace(/^\//, '')}`, endpoint);
    const all = versions.get(decodeURIComponent(pathname)) ?? [];
    const version = all.find(({ id }) => id === searchParams.get('versionId'));
    if (!version?.body) {
      return xml('<Error><Code>NoSuchVersion</Code><Message>No version</Message></Error>', 404);
    }
    const headers = {
      'x-amz-date': '20260101T000000Z',
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      authorization:
        'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0',
    };
    await fetch(new URL(path, endpoint), { method: 'PUT', headers, body: version.body });
    add(path, version.body);
    return xml('<CopyObjectResult><ETag>"0"</ETag></CopyObjectResult>');
  }

  function list(url: URL): string {
    const bucket = decodeURIComponent(url.pathname).replace(/\/$/, '');
    const rows = [...versions]
      .filter(([path]) => path.startsWith(`${bucket}/`))
      .map(([path, all]) => ({ key: path.slice(bucket.length + 1), all }))
      .toSorted((one, other) => Buffer.from(one.key).compare(Buffer.from(other.key)))
      .flatMap(({ key, all }) => all.toReversed().map((version, at) => ({ key, at, ...version })));
    const after = url.searchParams.get('version-id-marker');
    const start = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1;
    const page = rows.slice(start, start + pageLength);
    const last = page.at(-1);
    const isCut = start + pageLength < rows.length;
    const entries = page.map(({ key, at, id, time, body }) => {
      const name = body ? 'Version' : 'DeleteMarker';
      const tag = body && createHash('md5').update(body).digest('hex');
      const size = body ? `<ETag>"${tag}"</ETag><Size>${body.length}</Size>` : '';
      return `<${name}><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>${at === 0}</IsLatest><LastModified>${time.toISOString()}</LastModified>${size}</${name}>`;
    });
    const next = isCut
      ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`
      : '';
    return `<ListVersionsResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListVersionsResult>`;
  }
}

function xml(body: string, status = 200): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/xml' } });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
