import { transcriptFolders } from '#core/home/transcript-folders.ts';
import { validate } from '#core/http/request/validate.ts';
import { Failure } from '#core/platform/failure.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { localTranscripts } from '#core/platform/adapters/local/transcripts/transcripts.ts';
import type { Log } from '#core/platform/ports/log.ts';
import messagePage from '#core/sessions/search/message-page.ts';
import {
  listSessions,
  newestFirst,
  readSessionFiles,
} from '#core/sessions/summaries/list-sessions.ts';
import { searchHistory, searchMessages } from '#core/sessions/search/search-messages.ts';
import { messageQuery, searchQuery } from '#core/sessions/search/search-query.ts';
import { searchSessions } from '#core/sessions/search/search-sessions.ts';
import type { Shell } from '../line/shell.ts';
import type { Source, Typed } from './source.ts';

/** The files of this machine, as the service reads them. */
export async function localSource({ stderr, variables }: Shell): Promise<Source> {
  const offload = childOffload();
  const transcripts = localTranscripts({ folders: transcriptFolders(variables), offload });
  const problem = await transcripts.problem();
  if (problem !== undefined) {
    await offload.close();
    throw new Failure('missing', 'no_folder', `${problem}. Set SESSIONINFO_DIR to another one.`);
  }
  const log: Log = (_level, message, fields) => {
    stderr.write(`Warning: ${message} ${JSON.stringify(fields)}\n`);
  };
  const needs = { transcripts, log, clock: systemClock() };
  const read = (query: Typed) => validate(searchQuery, query, 'query');
  return {
    search: async (query) => (await searchSessions(needs, read(query))).sessions,
    messages: async (query) =>
      (await searchMessages(needs, validate(messageQuery, query, 'query'))).messages,
    history: async (query) => searchHistory(needs, read(query)),
    async list(limit) {
      const all = newestFirst(await listSessions(needs));
      return all.slice(0, Number(limit)).map(({ session }) => session);
    },
    session: async (id) => (await readSessionFiles(needs, id))[0].session,
    async read(id, limit) {
      const { path } = (await readSessionFiles(needs, id))[0].file;
      const range = { path, offset: 0, limit: Number(limit), withText: false };
      return [...(await transcripts.compute(messagePage, range)).messages];
    },
    close: () => offload.close(),
  };
}
