import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { HttpRequest } from '../request/request.ts';
import { callTool } from './call-tool.ts';
import type { AnswerMcp } from './mcp-endpoint.ts';
import { toolOf } from './tool.ts';

/** Answers one message: stateless, so a server lives for one request. */
export const answerMcp: AnswerMcp = async (
  { name, version, routes, onCall },
  platform,
  request,
  body,
) => {
  const server = new Server({ name, version }, { capabilities: { tools: {} } });
  const tools = await Promise.all(routes.map(toolOf));
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name: tool, description, inputSchema, method }) => ({
      name: tool,
      description,
      // Without this, assistants take a tool for destructive, and ask before each call.
      annotations: { readOnlyHint: method === 'GET' },
      inputSchema: { ...inputSchema, required: [...inputSchema.required] },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find((each) => each.name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const { text, isError } = await callTool(tool, params.arguments ?? {}, request, platform);
    await onCall(platform, tool.name, isError);
    return { content: [{ type: 'text', text }], isError };
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(webRequest(request, body));
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.text() };
  } finally {
    await server.close();
  }
};

function webRequest({ method, headers }: HttpRequest, body: Uint8Array): Request {
  const headerEntries = Object.entries(headers).filter(
    (entry): entry is [string, string] => !!entry[1],
  );
  // Only the transport reads it, and it does not look at the address.
  return new Request('http://localhost/mcp', {
    method,
    headers: headerEntries.filter(([name]) => !/^(content-length|connection|host)$/.test(name)),
    body: Buffer.from(body),
  });
}
