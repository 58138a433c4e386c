import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiPage } from '#core/web/api/api-page.ts';
import { curlOf } from '#core/web/api/curl.ts';
import { type ApiDocument, groupsOf, operationsOf } from '#core/web/api/operations.ts';
import { services } from '#functions/manifest.ts';

const names = Object.keys(services);
function documentOf(name: string): ApiDocument {
  const file = new URL(`../../../functions/${name}/openapi.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;
}
const operation = (name: string, id: string) => {
  const all = operationsOf(documentOf(name));
  const one = all.find((each) => each.id === id);
  if (!one) throw new Error(`no ${id} among ${all.map((each) => each.id).join(', ')}`);
  return one;
};

it.each(names)('leaves out the pages, forms and files of %s', (name) => {
  const paths = operationsOf(documentOf(name)).map(({ method, path }) => `${method} ${path}`);
  expect(paths.length).toBeGreaterThan(8);
  const left = paths.filter((path) =>
    /\{file\}|openapi|^GET \/(?:api|docs|login|admin)?$/.test(path),
  );
  expect(left).toEqual([]);
});

it.each(names)('groups the requests of %s by resource, each once', (name) => {
  const operations = operationsOf(documentOf(name));
  const groups = groupsOf(operations);
  const ids = groups.flatMap((group) => group.operations.map(({ id }) => id));
  expect(ids.sort()).toEqual(operations.map(({ id }) => id).sort());
  expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
  expect(groups.length).toBeGreaterThan(1);
});

it('shows the fields of schemas that only have a name', () => {
  const schemas = documentOf('analysis').components.schemas;
  expect(Object.keys(schemas).length).toBeGreaterThan(1);
  const shown = JSON.stringify(operationsOf(documentOf('analysis')));
  expect(shown).not.toContain('$ref');
});

it.each([
  ['get-api-projects', 'curl -H "Authorization: Bearer $KEY" \'https://a/api/projects\''],
  [
    'post-api-generate',
    'curl -X POST -H "Authorization: Bearer $KEY" -H \'content-type: application/json\' -d \'{"repo_url":""}\' \'https://a/api/generate\'',
  ],
  [
    'get-api-projects-name-search',
    'curl -H "Authorization: Bearer $KEY" \'https://a/api/projects/NAME/search?q=Q\'',
  ],
  [
    'delete-api-projects-name',
    'curl -X DELETE -H "Authorization: Bearer $KEY" \'https://a/api/projects/NAME\'',
  ],
])('%s is the command %s', (id, command) => {
  expect(curlOf(operation('docs', id), 'https://a').replaceAll(' \\\n  ', ' ')).toBe(command);
});

it('for reading has no forms', () => {
  const frame = {
    assets: { icon: '', early: '', font: '', styles: [], scripts: [] },
    navigation: [],
  };
  const place = { baseUrl: 'https://a', document: '/openapi.json' };
  const show = (isForReading: boolean) =>
    apiPage(frame, documentOf('webhook'), { ...place, isForReading });
  expect(show(false)).toContain('<lantern-request');
  expect(show(true)).not.toContain('<form');
  const agent = apiPage(frame, documentOf('agent'), { ...place, isForReading: true });
  expect(agent).toContain('with <code>Accept: text/event-stream</code>, the turn');
  expect(agent).not.toMatch(/ `\w/);
});
