import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { ago, count } from '#core/web/words.ts';
import type { MessagePage } from '../search/message-page.ts';
import type { ReadMessage, Session } from '../schema.ts';
import { readUrl, resume } from './result-list.ts';
import type { SessionsFrame } from './sessions-site.ts';

/** Messages on one page. */
export const messagesShown = 50;

interface SessionView extends SessionsFrame {
  readonly session: Session;
  readonly content: MessagePage;
}

export function sessionPage({ assets, now, session, content }: SessionView): string {
  const { id, slug, project_path, git_branch, updated_at } = session;
  const { messages, total } = content;
  return page({
    title: slug ?? id,
    description: `What was said in the session ${slug ?? id} of ${project_path}.`,
    assets,
    navigation: [{ label: 'Search', url: '/' }],
    body: html`<div class="page-heading">
        <h1 class="break">${slug ?? id}</h1>
        <p class="lead break">
          ${project_path}${git_branch !== null && html`, branch ${git_branch}`}${
            updated_at !== null && html`, ${ago(updated_at, now)}`
          }
        </p>
        ${resume(id, project_path)}
      </div>
      ${
        messages.length === 0
          ? emptyState('Nothing to read', html`<p>This session contains no text.</p>`)
          : html`<p>${count(total, 'message')} with text</p>
              <ol class="results">
                ${messages.map((message) => messageItem(message, now))}
              </ol>`
      }
      ${pager(id, content)}`,
  });
}

function messageItem({ uuid, type, timestamp, text }: ReadMessage, now: Date): Html {
  const who = type === 'user' ? 'You' : 'Assistant';
  return html`<li class="card result ${type}" ${uuid !== null && html`id="m-${uuid}"`}>
    <h2 class="result-who">${who}</h2>
    ${timestamp !== null && html`<p class="result-facts">${ago(timestamp, now)}</p>`}
    <div class="result-text">${text}</div>
  </li>`;
}

function pager(id: string, { offset, total }: MessagePage): Html | false {
  if (total <= messagesShown) return false;
  const to = (at: number, label: string) =>
    html`<a class="button" href="${readUrl(id, null)}?offset=${at}">${label}</a>`;
  const last = Math.min(total, offset + messagesShown);
  return html`<nav class="pager" aria-label="Pages">
    ${offset > 0 && to(Math.max(0, offset - messagesShown), 'Earlier')}
    <span>${offset + 1} to ${last} of ${total}</span>
    ${last < total && to(last, 'Later')}
  </nav>`;
}
