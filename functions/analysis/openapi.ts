import { json } from '#core/http/reply.ts';
import document from '../../openapi/analysis.json' with { type: 'json' };
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'This description',
  access: 'public',
  replies: { 200: { description: 'An OpenAPI 3.1 document' } },
  run: () => json(200, document),
});
