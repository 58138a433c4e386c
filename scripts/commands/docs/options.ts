import { providerIds } from '#core/ai/provider-ids.ts';
import { readProvider } from '#core/ai/providers.ts';
import type { Option, Values } from '../line/command.ts';
import { usage } from '../line/group.ts';

/** Programs by the names of their commands; the interface has other ids. */
const programs = new Map(providerIds.map((id) => [readProvider(id).binary, id]));
const programNames = [...programs.keys()].join(', ');

function oneOf(option: string, names: readonly string[]) {
  return (value: string) =>
    names.includes(value) ? undefined : `${option} is one of ${names.join(', ')}`;
}

export const docsOptions = {
  help: { type: 'boolean', short: 'h', about: 'show this' },
  json: { type: 'boolean', about: 'print data for programs' },
  server: {
    type: 'string',
    value: '<url>',
    about: 'another server than LANTERN_DOCS_SERVER or this folder’s',
  },
  owner: {
    type: 'string',
    value: '<user>',
    about: 'whose project it is, when several have the name',
  },
  watch: {
    type: 'boolean',
    short: 'w',
    about: 'show how it goes until it ends; Ctrl-C leaves it running',
  },
  force: { type: 'boolean', about: 'write every page again' },
  branch: {
    type: 'string',
    value: '<name>',
    about: 'a branch or tag; without it the default branch',
  },
  provider: {
    type: 'string',
    value: '<program>',
    about: `the AI command line that writes: ${programNames}`,
    problem: (value) =>
      programs.has(value) || providerIds.includes(value)
        ? undefined
        : `--provider is one of ${programNames}`,
  },
  model: { type: 'string', value: '<name>', about: 'a model of that program' },
  timeout: {
    type: 'string',
    value: '<minutes>',
    about: 'how long one answer of the model may take',
    problem: (value) =>
      /^[1-9]\d{0,8}$/.test(value) ? undefined : '--timeout is a whole number of minutes above 0',
  },
  output: {
    type: 'string',
    short: 'o',
    value: '<file>',
    about: 'where to write it; - is standard output',
  },
  role: {
    type: 'string',
    value: '<role>',
    about: 'admin, user or viewer; without it user',
    problem: oneOf('--role', ['admin', 'user', 'viewer']),
  },
  stdin: { type: 'boolean', about: 'read the new key from standard input instead of making one' },
  yes: { type: 'boolean', short: 'y', about: 'do not ask; needed where no terminal can answer' },
} as const satisfies Readonly<Record<string, Option>>;

export type DocsOptions = Values<typeof docsOptions>;

/** The interface's id of the program. */
export function providerOf(program: string): string {
  return programs.get(program) ?? program;
}

export function ownerOf({ owner }: DocsOptions): Readonly<Record<string, string>> {
  return owner === undefined ? {} : { owner };
}

export function projectPath(name: string | undefined, rest = ''): string {
  if (name === undefined) throw usage('Name a project');
  return `/api/projects/${encodeURIComponent(name)}${rest}`;
}
