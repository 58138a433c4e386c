import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import { settings } from '#core/platform/settings.ts';

export const transcriptSettings = settings({
  /** the folder of the projects' folders with the stored sessions; unset: `~/.claude/projects`. Not
   * read in the cloud, which searches what `lantern sessions push` uploaded */
  SESSIONINFO_DIR: z.optional(z.string()),
});

/** The folder of stored sessions. */
export function transcriptsFolder(environment: Environment): string {
  const { SESSIONINFO_DIR: folder = '~/.claude/projects' } = transcriptSettings(environment);
  // A shell expands it, .env does not.
  return folder.startsWith('~/') ? join(environment['HOME'] ?? '.', folder.slice(2)) : folder;
}
