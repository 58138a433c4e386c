import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { HttpRequest } from '../request/request.ts';
import type { Tool } from './tool.ts';

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

// The caller's rights: what the tool may do is decided by the route, as without a tool.
const passedOn = ['authorization', 'host', 'x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Calls the handler of a tool's route with the rights of the request that asked for it. */
export async function callTool(
  tool: Tool,
  input: Arguments,
  request: HttpRequest,
  platform: Platform,
): Promise<ToolResult> {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(tool.places, name));
  const missing = tool.inputSchema.required.filter((name) => input[name] === undefined);
  if (unknown.length > 0) return refused(`Unknown arguments: ${unknown.join(', ')}`);
  if (missing.length > 0) return refused(`Missing arguments: ${missing.join(', ')}`);
  const { body, statusCode, isBase64Encoded } = await tool.handler(eventOf(tool, input, request), {
    lantern: { platform },
  });
  // Only hosts that stream get anything else.
  const text = Buffer.from(body as string, isBase64Encoded ? 'base64' : 'utf8').toString();
  return { text, isError: statusCode >= 400 };
}

function refused(text: string): ToolResult {
  return { text, isError: true };
}

function eventOf(tool: Tool, input: Arguments, request: HttpRequest): APIGatewayProxyEventV2 {
  const fieldsAt = (place: string) =>
    Object.entries(input).filter(
      ([name, value]) => tool.places[name] === place && value !== null && value !== undefined,
    );
  const texts = (place: string) =>
    fieldsAt(place).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  const pathParameters = Object.fromEntries(texts('path'));
  const path = tool.path.replace(/\{(\w+)\+?\}/g, (_, name: string) => pathParameters[name] ?? '');
  const fields = fieldsAt('body');
  const { method } = tool;
  const headers = Object.fromEntries(
    passedOn.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
  ) as Record<string, string>;
  return {
    version: '2.0',
    routeKey: `${method} ${tool.path}`,
    rawPath: path,
    pathParameters,
    rawQueryString: new URLSearchParams(texts('query')).toString(),
    headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
    requestContext: {
      accountId: '',
      apiId: '',
      domainName: '',
      domainPrefix: '',
      stage: '$default',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: request.address, userAgent: 'mcp' },
      requestId: request.id,
      routeKey: `${method} ${tool.path}`,
      time: '',
      timeEpoch: 0,
    },
    ...(fields.length > 0 && { body: JSON.stringify(Object.fromEntries(fields)) }),
    isBase64Encoded: false,
  };
}
