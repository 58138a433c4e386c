import { parseArgs } from 'node:util';
import { Failure } from '#core/platform/failure.ts';

const options = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  server: { type: 'string' },
  owner: { type: 'string' },
  watch: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  branch: { type: 'string' },
  provider: { type: 'string' },
  model: { type: 'string' },
  timeout: { type: 'string' },
  output: { type: 'string', short: 'o' },
  role: { type: 'string' },
  stdin: { type: 'boolean', default: false },
} as const;

export type DocsOptions = ReturnType<typeof readOptions>['values'];

export function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw usage((error as Error).message.split('. ')[0] ?? '');
  }
}

export function usage(message: string): Failure {
  return new Failure('invalid', 'usage', `${message}: see lantern docs help`);
}

export function ownerQuery({ owner }: DocsOptions): string {
  return owner === undefined ? '' : `?owner=${encodeURIComponent(owner)}`;
}

export function projectPath(name: string | undefined, rest = ''): string {
  if (name === undefined) throw usage('Name a project');
  return `/api/projects/${encodeURIComponent(name)}${rest}`;
}

/** One way to show a thing: as data, or as text. */
export function print(values: { readonly json?: boolean }, data: unknown, text: string): void {
  console.log(values.json === true ? JSON.stringify(data) : text);
}
