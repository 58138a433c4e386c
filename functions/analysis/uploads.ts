import * as z from 'zod/mini';
import {
  createUpload,
  maxUploadBytes,
  newUpload,
  storeUpload,
} from '#core/analysis/intake/input/uploads.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const create = endpoint({
  summary: 'Create an upload address for a large XML file, valid for a day',
  access: 'writer',
  replies: {
    200: {
      description: 'The address to send the file to, and the upload_id to pass as raw_xml_upload',
      schema: newUpload,
    },
  },
  run: async ({ platform }) => json(200, await createUpload(platform)),
});

export const store = endpoint({
  summary: 'Upload a file',
  access: 'writer',
  params: z.object({ upload_id: z.string() }),
  streamed: z.string(),
  bodyType: 'raw',
  bodyLimit: maxUploadBytes,
  replies: {
    200: {
      description: 'The file is stored',
      schema: z.object({ upload_id: z.string(), size: z.int() }),
    },
    404: { description: 'No such upload, or it has expired' },
    413: { description: 'The body is above 200 MB' },
  },
  async run({ platform, params, request, authorize }) {
    authorize();
    const body = request.stream(maxUploadBytes);
    return json(200, await storeUpload(platform, params.upload_id, body));
  },
});
