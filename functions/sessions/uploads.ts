import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { listFiles, startUpload, storedFile, uploadRequest } from '#core/sessions/uploads.ts';
import { endpoint } from './endpoint.ts';

export const list = endpoint({
  summary: 'List the stored files, so that an upload can skip unchanged ones',
  access: 'key',
  replies: { 200: { description: 'The files', schema: z.array(storedFile) } },
  run: async ({ platform }) => json(200, await listFiles(platform)),
});

export const start = endpoint({
  summary: 'Create an upload URL for a file; send its content there with PUT within 15 minutes',
  access: 'key',
  body: uploadRequest,
  replies: {
    200: { description: 'An object with the `url`' },
    409: { description: 'The service reads a folder, so nothing can be uploaded' },
  },
  run: async ({ platform, body }) => json(200, await startUpload(platform, body.path)),
});
