import * as z from 'zod/mini';
import { bytes } from '#core/http/reply.ts';
import { Failure } from '#core/platform/failure.ts';
import { assetHeaders } from '#core/web/policy.ts';
import type { ServiceEndpoint } from './endpoint.ts';

export function asset(endpoint: ServiceEndpoint) {
  return endpoint({
    summary: 'A stylesheet, module or picture of our own pages',
    access: 'public',
    params: z.object({ file: z.string() }),
    replies: { 200: { description: 'The file' }, 404: { description: 'No such file' } },
    async run({ platform, params }) {
      const found = await platform.assets.find(params.file);
      if (!found) throw new Failure('missing', 'no_file', 'File not found');
      return bytes(found.type, found.body, { headers: assetHeaders() });
    },
  });
}
