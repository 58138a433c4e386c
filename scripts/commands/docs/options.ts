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
  json: flag('print JSON'),
  server: text('<url>', 'the server (default: LANTERN_DOCS_SERVER, or this folder’s)'),
  owner: text('<user>', 'the owner, if several projects have this name'),
  watch: { ...flag('show progress until it ends; Ctrl-C does not stop it'), short: 'w' },
  force: flag('rewrite every page'),
  name: text('<name>', 'the name of the project (default: the repository’s)'),
  branch: text('<name>', 'a branch or tag, which gets its own site'),
  provider: {
    ...text('<program>', `the AI command line that writes: ${programNames}`),
    problem: (value) =>
      programs.has(value) || providerIds.includes(value)
        ? undefined
        : `--provider must be one of ${programNames}`,
  },
  model: text('<name>', 'a model of this program'),
  timeout: {
    ...text('<minutes>', 'how long one answer of the model may take'),
    problem: (value) =>
      /^[1-9]\d{0,8}$/.test(value)
        ? undefined
        : '--timeout must be a whole number of minutes above 0',
  },
  'max-cost': {
    ...text('<dollars>', 'stop at this cost and publish the pages written so far'),
    problem: (value) =>
      /^\d{1,6}(\.\d{1,6})?$/.test(value) && Number(value) > 0
        ? undefined
        : '--max-cost must be an amount of US dollars above 0, such as 2.50',
  },
  output: { ...text('<file>', 'output file; - is standard output'), short: 'o' },
  role: oneOf('<role>', 'admin, user or viewer (default: user)', ['admin', 'user', 'viewer']),
  stdin: flag('read the new key from standard input'),
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
  if (name === undefined) throw usage('Give the name of a project');
  return `/api/projects/${encodeURIComponent(name)}${rest}`;
}
