import { noRoute } from '#core/http/no-route.ts';
import { services } from '#functions/manifest.ts';
import { explain } from './page-reply.ts';
import { endpoint } from './service.ts';

const refuse = noRoute(services.docs.routes);

export const handler = endpoint({
  summary: 'What no route matches',
  access: 'fallback',
  replies: { 404: { description: 'Unknown path' }, 405: { description: 'Wrong method' } },
  run: ({ request }) => refuse(request),
  explain,
});
