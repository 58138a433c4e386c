import { expect, it } from 'vitest';
import { withComponents } from '#core/http/openapi-components.ts';

const long = { type: 'string', description: 'A text that is long enough to be a component' };
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, long])),
  required: names,
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it('names an object schema that occurs twice after its property, or its path', () => {
  const schemas = {};
  const job = { ...object('id'), properties: { id: long, author: object('name', 'role') } };
  const list = { type: 'object', properties: { jobs: { type: 'array', items: job } } };
  const paths = {
    '/api/jobs': { get: { schema: list }, post: { schema: object('once', 'only') } },
    '/api/jobs/{id}': { get: { schema: job } },
  };
  expect(withComponents(paths, schemas)).toEqual({
    '/api/jobs': {
      get: { schema: { ...list, properties: { jobs: { type: 'array', items: ref('Job') } } } },
      post: { schema: object('once', 'only') },
    },
    '/api/jobs/{id}': { get: { schema: ref('Job') } },
  });
  expect(schemas).toEqual({
    Job: { ...job, properties: { id: long, author: ref('Author') } },
    Author: object('name', 'role'),
  });
});

it('numbers different schemas of one name', () => {
  const schemas = {};
  const [one, two] = [object('a', 'b'), object('c', 'd')];
  const holder = (schema: object) => ({ type: 'object', properties: { entry: schema } });
  const paths = { '/a': { get: [one, two, holder(one), holder(two)] } };
  withComponents(paths, schemas);
  expect(schemas).toEqual({ A: one, A2: two });
});
