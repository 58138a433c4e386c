import { expect, it } from 'vitest';
import { loadService } from '#core/host/service/load-service.ts';
import { services, type ServiceName } from '#functions/manifest.ts';

it.each<[ServiceName, string, string]>([
  ['webhook', 'LOG_RETENTION_DAYS', '0'],
  ['webhook', 'LOG_RETENTION_MB', '-1'],
  ['docs', 'MODEL_PRICES', 'sonnet'],
  ['analysis', 'MODEL_PRICES', 'sonnet'],
  ['analysis', 'SCM_API_URL', 'host'],
])('the service %s does not start with a wrong %s', async (name, variable, value) => {
  const { settings } = await loadService(name, services[name]);
  const environment = { ADMIN_KEY: 'a-key-of-16-characters' };
  expect(() => settings(environment)).not.toThrow();
  expect(() => settings({ ...environment, [variable]: value })).toThrow(`${variable} must be`);
});
