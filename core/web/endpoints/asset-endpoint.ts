import * as z from 'zod/mini';
import type { Endpoint, Handler } from '#core/http/endpoint.ts';
import { bytes } from '#core/http/reply/reply.ts';
import { Failure } from '#core/platform/failure.ts';
import { assetHeaders } from '../policy.ts';

/** Serves the files that our pages load. */
export function assetEndpoint<Caller>(endpoint: Endpoint<Caller, 'public'>): Handler {
  return endpoint({
    summary: 'Get a stylesheet, script or image of the pages',
    access: 'public',
    params: z.object({ file: z.string() }),
    replies: { 200: { description: 'The file' }, 404: { description: 'No such file' } },
    async run({ platform, params }) {
      const asset = await platform.assets.find(params.file);
      if (!asset) throw new Failure('missing', 'no_file', 'File not found');
      return bytes(asset.type, asset.body, { headers: assetHeaders() });
    },
  });
}
