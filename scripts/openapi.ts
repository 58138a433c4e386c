import { writeFile } from 'node:fs/promises';
import { loadHandler } from '#core/host/service/load-service.ts';
import { openapi } from '#core/http/openapi.ts';
import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';

/** The version of the interfaces, which is not that of the program. */
const apiVersion = '0.1.0';

/** The OpenAPI document of a service, as text. */
export async function openapiText({ routes, title, errorKey }: Service): Promise<string> {
  const described = await Promise.all(
    routes.map(async (route) => {
      const { definition } = await loadHandler(route);
      return { method: route.method, path: route.path, definition };
    }),
  );
  const about = { title, version: apiVersion, errorKey };
  const { format } = await import('prettier');
  const document = JSON.stringify(openapi(about, described));
  return format(document, { parser: 'json', printWidth: 160 });
}

if (import.meta.main) {
  for (const [name, service] of Object.entries(services)) {
    const file = new URL(`../functions/${name}/openapi.json`, import.meta.url);
    await writeFile(file, await openapiText(service));
  }
}
