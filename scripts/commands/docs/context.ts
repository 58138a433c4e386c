import type { Shell } from '../line/shell.ts';
import type { DocsClient } from './client.ts';
import type { DocsOptions } from './options.ts';

/** The arguments of a command of this group. */
export interface DocsContext {
  readonly client: DocsClient;
  readonly options: DocsOptions;
  readonly shell: Shell;
}
