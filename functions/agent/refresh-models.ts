import { listModels } from '#core/agent/providers.ts';
import { modelList } from '#core/agent/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Discovers the models again',
  access: 'key',
  replies: { 200: { description: 'The models', schema: modelList } },
  run: async ({ platform }) => {
    await platform.agents.discover();
    return json(200, await listModels(platform));
  },
});
