import { json } from '#core/http/reply/reply.ts';
import { streamedFrom } from '#core/http/reply/streamed.ts';
import { endpoint, shared } from './records.ts';

export const handler = endpoint({ ...shared, run: () => json(200, { streamed: true }) });
export const streamed = streamedFrom(handler);
