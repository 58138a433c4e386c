interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Plain requests to an AWS emulator. It does not check signatures, but reads the service from
 * them. */
export function awsHttp(endpoint: string) {
  async function answered(service: string, path: string, sent: Sent): Promise<Response> {
    const scope = `test/20260101/${region}/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`;
    const reply = await fetch(new URL(path, endpoint), {
      method: sent.method ?? 'POST',
      headers: { ...sent.headers, authorization },
      ...(sent.body === undefined ? {} : { body: sent.body as BodyInit }),
    });
    if (reply.ok) return reply;
    const what = `${sent.method ?? 'POST'} ${service} ${path}`;
    throw new Error(`${what} answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
  }

  async function request(service: string, path: string, sent: Sent): Promise<string> {
    return (await answered(service, path, sent)).text();
  }

  /** The JSON protocol: DynamoDB, SQS, EventBridge, logs, parameters. */
  async function json<Reply = unknown>(
    service: string,
    target: string,
    body: object,
  ): Promise<Reply> {
    const version = service === 'events' || service === 'logs' || service === 'ssm' ? '1.1' : '1.0';
    const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': target };
    const text = await request(service, '/', { headers, body: JSON.stringify(body) });
    return (text === '' ? {} : JSON.parse(text)) as Reply;
  }

  /** The REST protocol: functions, API Gateway, schedules. */
  async function rest<Reply = unknown>(
    service: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<Reply> {
    const headers = { 'content-type': 'application/json' };
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const text = await request(service, path, sent);
    return (text === '' ? {} : JSON.parse(text)) as Reply;
  }

  /** The query protocol: roles, topics, alarms. Returns the XML. */
  async function query(
    service: string,
    action: string,
    version: string,
    parameters: Readonly<Record<string, string | number | undefined>>,
  ): Promise<string> {
    const form = new URLSearchParams({ Action: action, Version: version });
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) form.set(name, String(value));
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return request(service, '/', { headers, body: form.toString() });
  }

  /** Objects and buckets; returns the XML. */
  async function s3(method: string, path: string, body?: string | Uint8Array) {
    return request('s3', path, { method, ...(body === undefined ? {} : { body }) });
  }

  async function object(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await answered('s3', path, { method: 'GET' })).arrayBuffer());
  }

  /** The REST protocol in XML, with the ETag of the version to change: CloudFront. */
  async function xml(service: string, method: string, path: string, body?: string, etag?: string) {
    const headers = { 'content-type': 'text/xml', ...(etag !== undefined && { 'if-match': etag }) };
    const reply = await answered(service, path, { method, headers, ...(body && { body }) });
    return { text: await reply.text(), etag: reply.headers.get('etag') ?? '' };
  }

  return { json, rest, query, s3, xml, object };
}

export const region = process.env['AWS_REGION'] ?? 'us-east-1';
export const account = '123456789012';

export const { json, rest, query, s3, xml } = awsHttp(process.env['AWS_ENDPOINT_URL'] ?? '');

export function between(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
}
