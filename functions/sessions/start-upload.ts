import { json } from '#core/http/reply/reply.ts';
import { startUpload, uploadRequest } from '#core/sessions/uploads.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'A URL to which the content of a file is sent with PUT within 15 minutes',
  access: 'key',
  body: uploadRequest,
  replies: {
    200: { description: 'An object with the `url`' },
    409: { description: 'The service reads a folder' },
  },
  run: async ({ platform, body }) => json(200, await startUpload(platform, body.path)),
});
