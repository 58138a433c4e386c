import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { services, type ServiceName } from '#functions/manifest.ts';
import { openapiText } from '../../scripts/openapi.ts';

const names = Object.keys(services) as ServiceName[];

interface Operation {
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, object> }>;
  security: Record<string, string[]>[];
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, object>; securitySchemes: Record<string, object> };
}

describe.each(names)('the OpenAPI document of %s', (name) => {
  let document: Document;
  beforeAll(async () => {
    document = JSON.parse(await openapiText(services[name])) as Document;
  });

  it('is the one in the repository; if not, run `node scripts/openapi.ts`', async () => {
    const file = new URL(`../../functions/${name}/openapi.json`, import.meta.url);
    expect(await readFile(file, 'utf8')).toBe(await openapiText(services[name]));
  });

  it('has the shape of OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toEqual({
      title: expect.stringMatching(/^Lantern /) as string,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    });
    for (const [path, operations] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter);
      for (const [method, operation] of Object.entries(operations)) {
        expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
        expect(operation.summary).not.toBe('');
        const declared = operation.parameters ?? [];
        const own = declared.filter((parameter) => parameter.in === 'path');
        expect(own.map((parameter) => parameter.name)).toEqual(inPath);
        expect(own.every(({ required }) => required)).toBe(true);
        expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
        for (const [status, { description }] of Object.entries(operation.responses)) {
          expect(status).toMatch(/^[1-5]\d\d$/);
          expect(description).not.toBe('');
        }
        for (const scheme of operation.security.flatMap(Object.keys)) {
          expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
        }
        const text = JSON.stringify(operation);
        expect(text).not.toMatch(/"\$(schema|defs)"/);
        for (const [, id = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
          expect(Object.keys(document.components.schemas ?? {})).toContain(
            id.replace('#/components/schemas/', ''),
          );
        }
      }
    }
  });

  it('has every route of the manifest', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = services[name].routes.map(
      ({ method, path }) => `${method} ${path.replace('+}', '}')}`,
    );
    expect(described.sort()).toEqual(routes.sort());
  });
});

it('names what may be wrong with a prompt to an agent', async () => {
  const { paths } = JSON.parse(await openapiText(services.agent)) as Document;
  const prompt = Object.keys(paths['/sessions/{id}/prompt']?.['post']?.responses ?? {});
  expect(prompt).toEqual(['200', '400', '403', '404', '409', '413', '503']);
  const health = paths['/health']?.['get']?.responses;
  expect(health?.['503']?.content).toEqual(health?.['200']?.content);
});
