import { readCapabilities } from '#core/analysis/base/configuration/capabilities.ts';
import { capabilities } from '#core/analysis/base/schema/views.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'What the server is configured to do beside the analysis',
  access: 'public',
  replies: { 200: { description: 'The capabilities', schema: capabilities } },
  run: ({ platform }) => json(200, readCapabilities(platform.environment)),
});
