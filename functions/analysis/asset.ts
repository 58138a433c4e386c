import * as z from 'zod/mini';
import { bytes } from '#core/http/reply.ts';
import { Failure } from '#core/platform/failure.ts';
import { assetHeaders } from '#core/web/policy.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'A stylesheet, module or picture of our own pages',
  access: 'public',
  params: z.object({ file: z.string() }),
  replies: { 200: { description: 'The file' }, 404: { description: 'No such file' } },
  async run({ platform, params }) {
    const asset = await platform.assets.find(params.file);
    if (!asset) throw new Failure('missing', 'no_file', 'File not found');
    return bytes(asset.type, asset.body, { headers: assetHeaders() });
  },
});
