import { createUpload, newUpload } from '#core/analysis/intake/input/uploads.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Gives an address for a large XML file, for a day',
  access: 'writer',
  replies: {
    200: {
      description: 'Send the file there, and its upload_id as raw_xml_upload',
      schema: newUpload,
    },
  },
  run: async ({ platform }) => json(200, await createUpload(platform)),
});
