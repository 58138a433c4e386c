import { html, type Html, type HtmlValue } from '#core/web/html.ts';
import { badge, copyable } from '#core/web/parts/feedback.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import { fold } from '../lines/fold.ts';
import type { FoundMessage, FoundPrompt, Session } from '../schema.ts';
import type { PageQuery, Results, SessionHits } from './read-search-page.ts';

/** A text with the first match marked. */
function marked(text: string, query: string): Html {
  // Not in the mark of a cut.
  const at = fold(text).indexOf(fold(query), text.startsWith('...') ? 3 : 0);
  if (at === -1) return html`${text}`;
  const end = at + query.length;
  return html`${text.slice(0, at)}<mark>${text.slice(at, end)}</mark>${text.slice(end)}`;
}

type Resumed = Pick<Session, 'id' | 'project_path'> & Partial<Pick<Session, 'assistant'>>;

/** The command that continues a session. Undefined: an agent's part of another session, or Gemini's,
 * whose command wants another id. */
export function resumeCommand({ id, project_path, assistant }: Resumed): string | undefined {
  if (id.startsWith('agent-') || assistant === 'gemini') return undefined;
  const program = assistant === 'codex' ? 'codex resume' : 'claude --resume';
  return `cd ${quoted(project_path)} && ${program} ${quoted(id)}`;
}

export function resume(session: Resumed): Html | undefined {
  const command = resumeCommand(session);
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
  readonly hits?: Html;
  readonly facts: readonly HtmlValue[];
  readonly resume: Html | undefined;
}

/** The hits as a list. */
export function resultList(results: Results, { q: query, tools }: PageQuery, now: Date): Html {
  const withTools = tools === 'true';
  const when = (time: string | null) => time !== null && ago(time, now);
  const items =
    results.kind === 'messages'
      ? results.hits.map((hit) => messageItem(hit, query, when, withTools))
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
          ${item.hits} ${item.resume}
        </li>`,
    )}
  </ol>`;
}

type When = (time: string | null) => Html | false;

/** The hits of a session below its name. */
function messageItem(group: SessionHits, query: string, when: When, withTools: boolean): Item {
  const { session_id: id, project_path, session, hits } = group;
  return {
    heading: html`<a href="${readUrl(id, null)}">${session ? nameOf(session) : id}</a>`,
    facts: [project_path, session && assistantOf(session), session && parentOf(session)],
    hits: html`<ul class="hits">
      ${hits.map(
        ({ message_uuid, message_type, timestamp, snippet }) =>
          html`<li>
            <a class="hit-who" href="${readUrl(id, message_uuid, withTools)}"
              >${whoOf(message_type)}</a
            >
            <span class="hit-time">${when(timestamp)}</span>
            <span class="hit-text">${marked(snippet, query)}</span>
          </li>`,
      )}
    </ul>`,
    resume: resume(session ?? { id, project_path }),
  };
}

export function whoOf(type: FoundMessage['message_type']): string {
  return type === 'user' ? 'You' : 'Assistant';
}

export function nameOf({ title, slug, id }: Session): string {
  return title ?? slug ?? id;
}

const assistants = { claude: undefined, codex: 'Codex', gemini: 'Gemini' };

/** Claude Code is the usual one, which needs no word. */
export function assistantOf({ assistant }: Session): string | undefined {
  return assistants[assistant];
}

export function parentOf({ parent_id }: Session): Html | undefined {
  if (parent_id === null) return undefined;
  return html`subagent of <a href="${readUrl(parent_id, null)}">another session</a>`;
}

function promptItem(hit: FoundPrompt, query: string, when: When): Item {
  const { session_id: id, project_path, prompt, timestamp } = hit;
  const place = `Prompt in ${project_path}`;
  const link = id !== null && html`<a href="${readUrl(id, null)}">${place}</a>`;
  return {
    heading: link || place,
    text: marked(prompt, query),
    facts: [when(timestamp)],
    resume: id === null ? undefined : resume({ id, project_path }),
  };
}

function sessionItem(session: Session, query: string, when: When): Item {
  const { id, slug, project_path, git_branch, updated_at, message_count, is_active } = session;
  return {
    heading: html`<a href="${readUrl(id, null)}">${marked(nameOf(session), query)}</a>`,
    facts: [
      is_active && badge('good', 'active'),
      when(updated_at),
      marked(project_path, query),
      git_branch !== null && html`branch ${marked(git_branch, query)}`,
      count(message_count, 'message'),
      assistantOf(session),
      parentOf(session),
      query !== '' &&
        [slug, id].filter((each) => each !== null).map((each) => html`${marked(each, query)} `),
    ],
    resume: resume(session),
  };
}

/** The page of a session, at a message. */
export function readUrl(session: string, message: string | null, withTools = false): string {
  const page = `/read/${encodeURIComponent(session.toWellFormed())}`;
  const tools = withTools ? 'tools=true' : '';
  if (message === null) return withTools ? `${page}?${tools}` : page;
  const uuid = encodeURIComponent(message.toWellFormed());
  return `${page}?message=${uuid}${tools && `&${tools}`}#m-${uuid}`;
}
