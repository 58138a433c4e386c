import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

const reply = z.strictObject({ name: z.string(), version: z.string(), home: z.string() });

export const handler = endpoint({
  summary: 'What answers here',
  access: 'key',
  replies: { 200: { description: 'Name, version and home (local or aws)', schema: reply } },
  async run({ platform }) {
    const { default: document } = await import('./openapi.json', { with: { type: 'json' } });
    const { title: name, version } = document.info;
    return json(200, { name, version, home: platform.home.name });
  },
});
