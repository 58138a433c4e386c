import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { loadService } from '#core/host/service/load-service.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { services, type ServiceName } from '#functions/manifest.ts';

const environment = { ADMIN_KEY: 'a-key-of-16-characters' };

describe.each<[ServiceName, string, string]>([
  ['webhook', 'LOG_RETENTION_DAYS', '0'],
  ['webhook', 'LOG_RETENTION_MB', '-1'],
  ['docs', 'MODEL_PRICES', 'sonnet'],
  ['analysis', 'MODEL_PRICES', 'sonnet'],
  ['analysis', 'SCM_API_URL', 'host'],
])('the service %s with a wrong %s', (name, variable, value) => {
  const wrong = { ...environment, [variable]: value };

  it('does not start', async () => {
    const { settings } = await loadService(name, services[name]);
    expect(() => settings(environment)).not.toThrow();
    expect(() => settings(wrong)).toThrow(`${variable} must be`);
  });

  it('answers 500 to all requests where nothing starts it, and logs why', async () => {
    const { routes, fallback } = await loadService(name, services[name]);
    const messages = new Set<string>();
    const log = (_level: string, message: string) => void messages.add(message);
    const records = { stamp: async () => undefined };
    const around = { records, clock: systemClock() };
    const platform = { environment: wrong, log, ...around } as unknown as Platform;
    const event = {
      ...{ headers: {}, rawPath: '/', rawQueryString: '', isBase64Encoded: false },
      requestContext: { requestId: 'req_1', http: { method: 'GET', sourceIp: '203.0.113.1' } },
    } as unknown as APIGatewayProxyEventV2;
    const handlers = [...routes.map(({ handler }) => handler), fallback];
    const results = await Promise.all(
      handlers.map((handler) => handler(event, { lantern: { platform } })),
    );
    expect(new Set(results.map(({ statusCode }) => statusCode))).toEqual(new Set([500]));
    expect([...messages][0]).toMatch(`${variable} must be`);
  });
});
