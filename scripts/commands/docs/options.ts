import { providerIds } from '#core/ai/provider-ids.ts';
import { readProvider } from '#core/ai/providers.ts';
import type { Option, Values } from '../line/command.ts';
import { usage } from '../line/group.ts';
import { flag, help, oneOf, text, yes } from '../line/option.ts';

/** Programs by the names of their commands; the interface has other ids. */
const programs = new Map(providerIds.map((id) => [readProvider(id).binary, id]));
export const programNames = [...programs.keys()].join(', ');

export const docsOptions = {
  help,
  json: flag('print data for programs'),
  server: text('<url>', 'another server than LANTERN_DOCS_SERVER or this folder’s'),
  owner: text('<user>', 'whose project it is, when several have the name'),
  watch: { ...flag('show how it goes until it ends; Ctrl-C leaves it running'), short: 'w' },
  force: flag('write every page again'),
  name: text('<name>', 'the name of the project; without it the repository’s'),
  branch: text('<name>', 'a branch or tag, whose site is beside that of the default branch'),
  provider: {
    ...text('<program>', `the AI command line that writes: ${programNames}`),
    problem: (value) =>
      programs.has(value) || providerIds.includes(value)
        ? undefined
        : `--provider is one of ${programNames}`,
  },
  model: text('<name>', 'a model of that program'),
  timeout: {
    ...text('<minutes>', 'how long one answer of the model may take'),
    problem: (value) =>
      /^[1-9]\d{0,8}$/.test(value) ? undefined : '--timeout is a whole number of minutes above 0',
  },
  'max-cost': {
    ...text('<dollars>', 'stop between pages at this cost and publish what is written'),
    problem: (value) =>
      /^\d{1,6}(\.\d{1,6})?$/.test(value) && Number(value) > 0
        ? undefined
        : '--max-cost is an amount of US dollars above 0, such as 2.50',
  },
  output: { ...text('<file>', 'where to write it; - is standard output'), short: 'o' },
  role: oneOf('<role>', 'admin, user or viewer; without it user', ['admin', 'user', 'viewer']),
  stdin: flag('read the new key from standard input instead of making one'),
  yes,
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
