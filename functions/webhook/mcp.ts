import { mcpEndpoint } from '#core/http/mcp/mcp-endpoint.ts';
import { logToolCall } from '#core/webhook/own-log.ts';
import { endpoint } from '../logs/endpoint.ts';
import { tools } from './tools.ts';

export const handler = mcpEndpoint(endpoint, 'tools', {
  name: 'lantern-webhook',
  version: '1',
  routes: tools,
  onCall: logToolCall,
  load: () => import('#core/http/mcp/answer.ts'),
});
