import { describe, expect, it } from 'vitest';
import { loadService } from '#core/host/service/load-service.ts';
import { routeKeyProblems, routeKeysOf } from '#core/http/route-keys.ts';
import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';

describe('the routes that API Gateway takes', () => {
  it.each([
    ['GET /'],
    ['$default'],
    ['GET /a/{b}/c.json'],
    ['DELETE /a/{b}/c/{d}'],
    ['GET /docs/{path+}'],
    ['GET /{path+}'],
  ])('%s', (key) => {
    expect(routeKeyProblems([key])).toEqual([]);
  });

  it.each([
    ['GET /docs/{project}/'],
    ['GET /docs/'],
    ['GET //docs'],
    ['GET /docs//x'],
    ['GET docs'],
    ['GET /{path+}/x'],
    ['GET /a{b}'],
    ['GET /a b'],
    ['get /a'],
    ['TRACE /a'],
    ['/a'],
  ])('not %s', (key) => {
    expect(routeKeyProblems([key])).toEqual([expect.stringContaining(`"${key}" is not valid`)]);
  });

  it('not two of the same, whatever the names in them', () => {
    expect(routeKeyProblems(['GET /a', 'HEAD /a', 'GET /b/{x}', 'GET /b/{x+}'])).toEqual([]);
    expect(routeKeyProblems(['GET /a', 'GET /a'])).toHaveLength(1);
    expect(routeKeyProblems(['GET /b/{x}', 'GET /b/{y}'])).toHaveLength(1);
  });

  it('not more than 300', () => {
    const keys = Array.from({ length: 300 }, (_, at) => `GET /${at}`);
    expect(routeKeyProblems(keys)).toEqual([]);
    expect(routeKeyProblems([...keys, '$default'])).toHaveLength(1);
  });

  it.each(Object.entries(services))('are those of %s', (_name, { routes }) => {
    expect(routeKeyProblems([...routeKeysOf(routes), '$default'])).toEqual([]);
  });

  it('are the only ones that a laptop serves', async () => {
    const path = '/docs/{project}/';
    const service: Service = {
      ...services.docs,
      routes: [{ method: 'GET', path, file: 'docs/home.ts' }],
    };
    await expect(loadService('docs', service)).rejects.toThrow(`"GET ${path}" is not valid`);
  });
});
