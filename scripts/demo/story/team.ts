/** Who works with the services. Ada administers; Mona only reads. */
export const people = [
  { name: 'ada', role: 'admin' },
  { name: 'grace', role: 'user' },
  { name: 'chidi', role: 'user' },
  { name: 'mona', role: 'viewer' },
] as const;

export type Person = (typeof people)[number]['name'];

interface Project {
  readonly name: string;
  /** A folder of test/fixtures/gallery. */
  readonly fixture: string;
  readonly version: string;
  /** The jobs of its pipeline. */
  readonly jobs: readonly string[];
  /** Changed between generations. */
  readonly guide: string;
}

export const organization = 'harbour';

export const projects: readonly Project[] = [
  {
    name: 'pelican-http',
    fixture: 'http-client',
    version: 'v3.2.1',
    jobs: ['pelican-http/tests', 'pelican-http/e2e'],
    guide: 'README.md',
  },
  {
    name: 'switchyard',
    fixture: 'command-toolkit',
    version: '2.4.0',
    jobs: ['switchyard/tests'],
    guide: 'docs/quickstart.md',
  },
  {
    name: 'rigging',
    fixture: 'command-library',
    version: 'v1.8.0',
    jobs: ['rigging/tests', 'rigging/nightly'],
    guide: 'site/content/quickstart.md',
  },
];
