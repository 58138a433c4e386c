import { expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';

it.each(Object.entries(services))("%s' health is one of its routes", (_name, service) => {
  const paths = service.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  expect(paths).toContain(service.health);
});
