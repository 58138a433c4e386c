import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { pager } from '#core/web/parts/pager.ts';
import { prose } from '#core/web/parts/prose.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import { type MessagePage, messagesShown, type PageMessage } from '../search/message-page.ts';
import type { Session } from '../schema.ts';
import { assistantOf, nameOf, parentOf, readUrl, resume, whoOf } from './result-list.ts';
import type { SessionsFrame } from './sessions-site.ts';

interface SessionView extends SessionsFrame {
  readonly session: Session;
  readonly content: MessagePage;
  /** Sessions of the subagents that it started. */
  readonly subagents: readonly Session[];
  /** Tool calls and their results are shown. */
  readonly withTools: boolean;
}

export function sessionPage(view: SessionView): string {
  const { assets, navigation, now, session, content, withTools } = view;
  const { id, project_path, git_branch, updated_at } = session;
  const { messages, total } = content;
  const name = nameOf(session);
  return page({
    title: name,
    description: `What was said in the session ${name} of ${project_path}.`,
    assets,
    navigation,
    body: html`<div class="page-heading">
        <h1 class="break">${name}</h1>
        <p class="lead break">
          ${project_path}${git_branch !== null && html`, branch ${git_branch}`}${
            updated_at !== null && html`, ${ago(updated_at, now)}`
          }
        </p>
        <p class="result-facts">
          ${[assistantOf(session), parentOf(session), id]
            .filter((fact) => fact !== undefined)
            .map((fact) => html`<span>${fact}</span>`)}
        </p>
        ${resume(session)}
      </div>
      ${subagentList(view.subagents)}
      ${
        messages.length === 0
          ? emptyState('Nothing to read', html`<p>This session contains no text.</p>`)
          : html`<p class="result-facts">
                <span>${count(total, 'message')}${!withTools && ' with text'}</span>
                <a href="${readUrl(id, null, !withTools)}"
                  >${withTools ? 'Hide tool calls' : 'Show tool calls'}</a
                >
              </p>
              <ol class="results">
                ${messages.map((message) => messageItem(message, now))}
              </ol>`
      }
      ${pages(id, content, withTools)}`,
  });
}

function subagentList(subagents: readonly Session[]): Html | false {
  if (subagents.length === 0) return false;
  return html`<details class="more">
    <summary>${count(subagents.length, 'subagent')}</summary>
    <ul>
      ${subagents.map(
        (session) => html`<li><a href="${readUrl(session.id, null)}">${nameOf(session)}</a></li>`,
      )}
    </ul>
  </details>`;
}

function messageItem({ uuid, type, timestamp, text, tools }: PageMessage, now: Date): Html {
  return html`<li class="card result ${type}" ${uuid !== null && html`id="m-${uuid}"`}>
    <h2 class="result-who">${whoOf(type)}</h2>
    ${timestamp !== null && html`<p class="result-facts">${ago(timestamp, now)}</p>`}
    ${text !== '' && prose(text)}
    ${tools !== undefined && html`<pre class="snippet" tabindex="0">${tools}</pre>`}
  </li>`;
}

function pages(id: string, { offset, total }: MessagePage, withTools: boolean): Html | false {
  const page = Math.floor(offset / messagesShown) + 1;
  const tools = withTools ? '&tools=true' : '';
  return pager({
    label: 'Pages',
    page,
    pages: Math.ceil(total / messagesShown),
    to: (other) => `${readUrl(id, null)}?offset=${(other - 1) * messagesShown}${tools}`,
    range: { from: offset + 1, shown: Math.min(messagesShown, total - offset), all: total },
    names: ['Earlier', 'Later'],
  });
}
