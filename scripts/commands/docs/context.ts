import type { Shell } from '../line/shell.ts';
import type { ServerClient } from '../line/server-client.ts';
import type { DocsOptions } from './options.ts';

/** The arguments of a command of this group. */
export interface DocsContext {
  readonly client: ServerClient;
  readonly options: DocsOptions;
  readonly shell: Shell;
}
