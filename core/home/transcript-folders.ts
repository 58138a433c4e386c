import { join } from 'node:path';
import * as z from 'zod/mini';
import type { TranscriptFolders } from '#core/platform/adapters/local/transcripts/stores.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { settings } from '#core/platform/settings.ts';

export const transcriptSettings = settings({
  /** the folder of the projects' folders with the stored sessions, and the only one that is read;
   * unset: the folders of Claude Code, Codex and Gemini. Not read in the cloud, which searches what
   * `lantern sessions push` uploaded */
  SESSIONINFO_DIR: z.optional(z.string()),

  /** the folder of Claude Code, as Claude Code reads it; unset: `~/.claude` */
  CLAUDE_CONFIG_DIR: z.optional(z.string()),

  /** the folder of Codex, as Codex reads it; unset: `~/.codex` */
  CODEX_HOME: z.optional(z.string()),
});

/** The folders of stored sessions. */
export function transcriptFolders(environment: Environment): TranscriptFolders {
  const settings = transcriptSettings(environment);
  // A shell expands it, .env does not.
  const full = (folder: string) =>
    folder.startsWith('~/') ? join(environment['HOME'] ?? '.', folder.slice(2)) : folder;
  if (settings.SESSIONINFO_DIR !== undefined) return { projects: full(settings.SESSIONINFO_DIR) };
  return {
    projects: join(full(settings.CLAUDE_CONFIG_DIR ?? '~/.claude'), 'projects'),
    codex: full(settings.CODEX_HOME ?? '~/.codex'),
    gemini: full('~/.gemini'),
  };
}
