import { html, type Html, type HtmlValue } from '#core/web/html.ts';
import { badge, copyable } from '#core/web/parts/feedback.ts';
import { ago, count } from '#core/web/words.ts';
import { fold } from '../lines/fold.ts';
import type { FoundMessage, FoundPrompt, Session } from '../schema.ts';
import type { Results } from './read-search-page.ts';

/** A text with the first match marked. */
function marked(text: string, query: string): Html {
  // Not in the mark of a cut.
  const at = fold(text).indexOf(fold(query), text.startsWith('...') ? 3 : 0);
  if (at === -1) return html`${text}`;
  const end = at + query.length;
  return html`${text.slice(0, at)}<mark>${text.slice(at, end)}</mark>${text.slice(end)}`;
}

/** The command that continues a session. Undefined: an agent's part of another session. */
export function resumeCommand(session: string | null, folder: string): string | undefined {
  if (session === null || session.startsWith('agent-')) return undefined;
  return `cd ${quoted(folder)} && claude --resume ${quoted(session)}`;
}

export function resume(session: string | null, folder: string): Html | undefined {
  const command = resumeCommand(session, folder);
  return command === undefined ? undefined : copyable('the command that resumes it', command);
}

/** For a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) && !word.startsWith('-')
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

interface Item {
  readonly heading: HtmlValue;
  readonly text?: Html;
  readonly facts: readonly HtmlValue[];
  readonly resume: Html | undefined;
}

/** The hits as a list. */
export function resultList(results: Results, query: string, now: Date): Html {
  const when = (time: string | null) => time !== null && ago(time, now);
  const items =
    results.kind === 'messages'
      ? results.hits.map((hit) => messageItem(hit, query, when))
      : results.kind === 'prompts'
        ? results.hits.map((hit) => promptItem(hit, query, when))
        : results.hits.map((hit) => sessionItem(hit, query, when));
  return html`<ol class="results">
    ${items.map(
      (item) =>
        html`<li class="card result">
          <h3>${item.heading}</h3>
          ${item.text && html`<p class="result-text">${item.text}</p>`}
          <p class="result-facts">
            ${item.facts.filter(Boolean).map((fact) => html`<span>${fact}</span>`)}
          </p>
          ${item.resume}
        </li>`,
    )}
  </ol>`;
}

type When = (time: string | null) => Html | false;

function messageItem(hit: FoundMessage, query: string, when: When): Item {
  const { session_id, message_uuid, message_type, project_path, timestamp } = hit;
  const who = message_type === 'user' ? 'You' : 'Assistant';
  return {
    heading: html`<a href="${readUrl(session_id, message_uuid)}">${who} in ${project_path}</a>`,
    text: marked(hit.snippet, query),
    facts: [when(timestamp), session_id],
    resume: resume(session_id, project_path),
  };
}

function promptItem(hit: FoundPrompt, query: string, when: When): Item {
  const { session_id, project_path, prompt, timestamp } = hit;
  const place = `Prompt in ${project_path}`;
  const link = session_id !== null && html`<a href="${readUrl(session_id, null)}">${place}</a>`;
  return {
    heading: link || place,
    text: marked(prompt, query),
    facts: [when(timestamp), session_id],
    resume: resume(session_id, project_path),
  };
}

function sessionItem(session: Session, query: string, when: When): Item {
  const { id, slug, project_path, git_branch, updated_at, message_count, is_active } = session;
  return {
    heading: html`<a href="${readUrl(id, null)}">${marked(slug ?? id, query)}</a>`,
    facts: [
      is_active && badge('good', 'active'),
      when(updated_at),
      marked(project_path, query),
      git_branch !== null && html`branch ${marked(git_branch, query)}`,
      count(message_count, 'message'),
      slug !== null && marked(id, query),
    ],
    resume: resume(id, project_path),
  };
}

/** The page of a session, at a message. */
export function readUrl(session: string, message: string | null): string {
  const page = `/read/${encodeURIComponent(session.toWellFormed())}`;
  if (message === null) return page;
  const uuid = encodeURIComponent(message.toWellFormed());
  return `${page}?message=${uuid}#m-${uuid}`;
}
