import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { listFiles, storedFile } from '#core/sessions/uploads.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The stored files, for an upload that leaves out unchanged ones',
  access: 'key',
  replies: { 200: { description: 'The files', schema: z.array(storedFile) } },
  run: async ({ platform }) => json(200, await listFiles(platform)),
});
