import type { Platform } from '#core/platform/ports/platform.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Endpoint, Handler } from '../endpoint.ts';
import { json, type Reply } from '../reply/reply.ts';
import type { HttpRequest } from '../request/request.ts';
import type { ToolRoute } from './tool.ts';

interface Offered {
  readonly name: string;
  readonly version: string;
  readonly routes: readonly ToolRoute[];
  readonly onCall: (platform: Platform, tool: string, isError: boolean) => Promise<void>;
}

export type AnswerMcp = (
  offered: Offered,
  platform: Platform,
  request: HttpRequest,
  body: Uint8Array,
) => Promise<Reply>;

interface McpOptions extends Offered {
  /** The only code that loads the SDK. */
  readonly load: () => Promise<{ readonly answerMcp: AnswerMcp }>;
}

const bodyLimit = 256 * 1024;

/**
 * The Model Context Protocol over streamable HTTP, without sessions and with JSON answers: there is
 * no stream for GET and no session for DELETE.
 */
export function mcpEndpoint<Caller, Access extends string>(
  endpoint: Endpoint<Caller, Access>,
  access: NoInfer<Access>,
  { load, ...options }: McpOptions,
): Handler {
  return endpoint({
    summary: 'Use the API as tools, by the Model Context Protocol',
    access,
    tags: ['mcp_exclude'],
    bodyType: 'raw',
    bodyLimit,
    replies: {
      200: { description: 'The JSON-RPC response' },
      202: { description: 'The notification was accepted' },
      404: { description: 'The tools are disabled' },
      405: { description: 'Only POST is supported' },
      500: { description: 'MCP server not initialized' },
    },
    async run({ platform, request, body }) {
      if (request.method !== 'POST') {
        const extra = { headers: { allow: 'POST' } };
        throw new Failure('method', 'no_stream', 'Method Not Allowed', { extra });
      }
      let sdk: Awaited<ReturnType<typeof load>>;
      try {
        sdk = await load();
      } catch (error) {
        platform.log('ERROR', 'the MCP server did not start', { error: String(error) });
        return json(500, { detail: 'MCP server not initialized' });
      }
      return sdk.answerMcp(options, platform, request, body);
    },
  });
}
