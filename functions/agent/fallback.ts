import { noRoute } from '#core/http/no-route.ts';
import { services } from '#functions/manifest.ts';
import { endpoint } from './service.ts';

const explain = noRoute(services.agent.routes);

export const handler = endpoint({
  summary: 'What no route matches',
  access: 'public',
  replies: { 404: { description: 'Unknown path' }, 405: { description: 'Wrong method' } },
  run: ({ request }) => explain(request),
});
