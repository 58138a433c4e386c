import { readFile, writeFile } from 'node:fs/promises';
import { services, type ServiceName } from '#functions/manifest.ts';
import type { Handler } from '#core/http/endpoint.ts';
import { openapi } from '#core/http/openapi.ts';

const titles: Record<ServiceName, string> = {
  docs: 'Lantern documentation',
  analysis: 'Lantern failure analysis',
  webhook: 'Lantern webhook receiver and logs',
  sessions: 'Lantern session search',
  agent: 'Lantern agent sidecar',
};

/** The OpenAPI document of a service, as text. */
export async function openapiText(name: ServiceName): Promise<string> {
  const manifest = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const described = await Promise.all(
    services[name].routes.map(async ({ method, path, file }) => {
      const url = new URL(`../functions/${file}`, import.meta.url).href;
      const { handler } = (await import(url)) as { handler: Handler };
      return { method, path, definition: handler.definition };
    }),
  );
  const { errorKey } = services[name];
  const about = { title: titles[name], version: manifest.version, errorKey };
  return `${JSON.stringify(openapi(about, described), null, 2)}\n`;
}

if (import.meta.main) {
  for (const name of Object.keys(titles) as ServiceName[]) {
    await writeFile(new URL(`../openapi/${name}.json`, import.meta.url), await openapiText(name));
  }
}
