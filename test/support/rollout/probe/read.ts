import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { endpoint, probes, shared } from './records.ts';

export const handler = endpoint({
  ...shared,
  params: z.object({ name: z.string() }),
  async run({ platform, params }) {
    const row = await platform.records.get(probes, params);
    const blob = await platform.blobs.get(`probe/${params.name}`);
    const parts: Uint8Array[] = [];
    for await (const part of blob?.body ?? []) parts.push(part);
    return json(200, { seen: row?.seen ?? null, blob: Buffer.concat(parts).toString() });
  },
});
