import { resolve } from 'node:path';

/** A fixture, and the titles of the pages that are shown of it. */
export interface Kind {
  readonly name: string;
  readonly version: string;
  readonly guide: string;
  readonly api: string;
  /** Searched for; a public name of the fixture. */
  readonly query: string;
}

export const kinds: readonly Kind[] = [
  {
    name: 'http-client',
    version: 'v3.2.1',
    guide: 'Retries and timeouts',
    api: 'pelican-http',
    query: 'createClient',
  },
  {
    name: 'command-toolkit',
    version: '2.4.0',
    guide: 'Commands and groups',
    api: 'switchyard',
    query: 'confirm',
  },
  {
    name: 'command-library',
    version: 'v1.8.0',
    guide: 'User guide',
    api: 'rigging',
    query: 'AddCommand',
  },
];

export const fixtures = resolve(import.meta.dirname, '../../test/fixtures/gallery');
