import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { listFiles, startUpload, storedFile, uploadRequest } from '#core/sessions/uploads.ts';
import { endpoint } from './endpoint.ts';

export const list = endpoint({
  summary: 'The stored files, for an upload that leaves out unchanged ones',
  access: 'key',
  replies: { 200: { description: 'The files', schema: z.array(storedFile) } },
  run: async ({ platform }) => json(200, await listFiles(platform)),
});

export const start = endpoint({
  summary: 'A URL to which the content of a file is sent with PUT within 15 minutes',
  access: 'key',
  body: uploadRequest,
  replies: {
    200: { description: 'An object with the `url`' },
    409: { description: 'The service reads a folder' },
  },
  run: async ({ platform, body }) => json(200, await startUpload(platform, body.path)),
});
