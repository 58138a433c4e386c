import type { Shell } from '../line/shell.ts';
import type { DocsClient } from './client.ts';
import type { DocsOptions } from './options.ts';

/** What a command of this group works with. */
export interface DocsContext {
  readonly client: DocsClient;
  readonly options: DocsOptions;
  readonly shell: Shell;
}
