import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { gatewayEvent } from '#core/host/gateway/gateway-event.ts';
import { bySpecificity, match, patternOf } from '#core/http/routes.ts';
import type { HttpResult } from '#core/http/reply/result.ts';
import type { Account, FunctionConfiguration } from './account.ts';

export interface HttpAsked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface HttpAnswered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Runs deployed code: the uploaded archive, unpacked, with the environment of its function, in its
 * own process. */
export function deployed(account: Account, endpoint: string, folder: string) {
  async function unpack({ CodeSha256 }: FunctionConfiguration): Promise<string> {
    const into = join(folder, Buffer.from(CodeSha256, 'base64').toString('hex').slice(0, 16));
    if (existsSync(into)) return into;
    const files = unzipSync(await account.zip(CodeSha256));
    for (const [name, content] of Object.entries(files)) {
      if (name.endsWith('/')) continue;
      await mkdir(dirname(join(into, name)), { recursive: true });
      await writeFile(join(into, name), content);
    }
    return into;
  }

  async function call<Result>(arn: string, event: object): Promise<Result> {
    const configuration = await account.functionOf(arn);
    const taskRoot = await unpack(configuration);
    const [bundle = '', exported = ''] = configuration.Handler.split('.');
    const child = spawn(process.execPath, [join(import.meta.dirname, 'invoke-child.ts')], {
      cwd: taskRoot,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: 30_000,
      env: {
        ...configuration.Environment.Variables,
        LAMBDA_TASK_ROOT: taskRoot,
        AWS_ENDPOINT_URL: endpoint,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
      },
    });
    child.stdin.end(JSON.stringify({ file: join(taskRoot, `${bundle}.mjs`), exported, event }));
    const [said, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    const last = said.trim().split('\n').at(-1) ?? '';
    if (code !== 0) throw new Error(`${configuration.FunctionName} ended with ${code}: ${errors}`);
    return JSON.parse(last) as Result;
  }

  return {
    call,

    /** As API Gateway does: the route decides which function is called. */
    async http(apiId: string, asked: HttpAsked): Promise<HttpAnswered> {
      const routes = await account.routes(apiId);
      const found = [...routes]
        .filter(([key]) => key !== '$default')
        .map(([key, arn]) => ({ key, arn, pattern: patternOfKey(key) }))
        .toSorted((a, b) => bySpecificity(a.pattern, b.pattern))
        .find(
          ({ pattern }) =>
            pattern.method === asked.method && match(pattern, asked.path) !== undefined,
        );
      const arn = found?.arn ?? routes.get('$default') ?? '';
      const event = eventOf(asked, found?.key, found && match(found.pattern, asked.path));
      const { statusCode, headers, body, isBase64Encoded } = await call<HttpResult>(arn, event);
      const bytes = Buffer.from(body as string, isBase64Encoded ? 'base64' : 'utf8');
      return { status: statusCode, headers, text: bytes.toString() };
    },
  };
}

function patternOfKey(key: string) {
  const [method = '', path = ''] = key.split(' ');
  return patternOf({ method, path });
}

export function eventOf(
  asked: HttpAsked,
  routeKey = '$default',
  parameters?: Record<string, string>,
) {
  const { method, headers = {}, body } = asked;
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const all = {
    host: 'api',
    'x-forwarded-proto': 'https',
    'content-type': 'application/json',
    ...headers,
  };
  const request = { method, httpVersion: '1.1', headers, rawHeaders: Object.entries(all).flat() };
  const [path = '', query = ''] = asked.path.split('?');
  // API Gateway removes no header.
  const caller = { address: '203.0.113.1', viaTrustedProxy: true };
  const matched = { routeKey, parameters, path, query };
  return gatewayEvent(request as unknown as IncomingMessage, matched, caller, sent);
}
