import type { AgentMessage, AgentToolCall } from '#core/platform/ports/programs/agents.ts';
import { count } from '#core/text/count.ts';
import { dollars } from '#core/text/dollars.ts';
import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { badge, live } from '#core/web/parts/feedback.ts';
import { textArea } from '#core/web/parts/form.ts';
import { pager } from '#core/web/parts/pager.ts';
import { prose } from '#core/web/parts/prose.ts';
import { ago } from '#core/web/words.ts';
import { tokensOf } from '../limits/budget.ts';
import type { openQuestions } from '../limits/permissions.ts';
import type { SessionRow } from '../tables.ts';
import { type AgentFrame, readUrl } from './agent-site.ts';
import { messagesShown } from './read-session-page.ts';

interface SessionView extends AgentFrame {
  readonly session: SessionRow;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly AgentMessage[];
  readonly questions: ReturnType<typeof openQuestions>;
}

export function sessionPage(view: SessionView): string {
  const { assets, navigation, session, now, total, offset } = view;
  const { id, model, provider, busy_since } = session;
  const isBusy = busy_since !== null;
  return page({
    title: `${model} (${provider})`,
    description: `The messages of session ${id}.`,
    assets,
    navigation,
    body: html`<div class="page-heading">
        <h1 class="break">${model} (${provider})</h1>
      </div>
      ${live('session', html`${facts(view)} ${transcript(view)}`, { seconds: 3, done: !isBusy })}
      ${pager({
        label: 'Pages',
        page: Math.floor(offset / messagesShown) + 1,
        pages: Math.ceil(total / messagesShown),
        to: (other) => `${readUrl(id)}?offset=${(other - 1) * messagesShown}`,
        names: ['Earlier', 'Later'],
      })}
      <lantern-form native
        ><form class="form" method="post" action="${readUrl(id)}">
          ${textArea('prompt', { name: 'message', label: 'Next prompt', rows: 3, required: true })}
          <button class="button primary" name="task" value="prompt">Send</button>
        </form></lantern-form
      >
      <p class="agent-facts">Created ${ago(session.created_at, now)}, ${id}</p>
      ${action(id, 'delete', 'Delete session', 'danger')}`,
  });
}

function facts({ session }: SessionView): Html {
  const { id, busy_since, spent, budget, cwd, tools } = session;
  const { max_cost, max_tokens } = budget;
  const isBusy = busy_since !== null;
  return html`<p class="agent-facts">
      ${badge(isBusy ? 'info' : 'quiet', isBusy ? 'running' : 'idle')}
      <span
        >${count(tokensOf(spent), 'token')}${
          max_tokens !== undefined && ` of ${max_tokens.toLocaleString('en')}`
        }</span
      >
      <span>${dollars(spent.cost_usd)}${max_cost !== undefined && ` of ${dollars(max_cost)}`}</span>
      <span>Tools: ${tools.join(', ') || 'none'}</span>
      ${cwd !== null && html`<span>${cwd}</span>`}
    </p>
    ${isBusy && html`<p><a href="${readUrl(id)}">Reload</a> to see new messages.</p>`}
    ${isBusy && action(id, 'abort', 'End the turn', '')}`;
}

function transcript({ session, messages, questions }: SessionView): Html {
  const isEmpty = messages.length === 0 && questions.length === 0;
  return html`${isEmpty && html`<p>No messages yet: the first answer is still being written.</p>`}
    <ol class="messages">
      ${messages.map(messageItem)}
    </ol>
    ${questions.map(({ request, tool, arguments: values }) => question(session.id, request, tool, values))}`;
}

function messageItem({ role, at, text, tool_calls, error }: AgentMessage): Html {
  return html`<li class="card">
    <h2>${role === 'user' ? 'Prompt' : 'Model'}</h2>
    <p class="agent-facts">
      <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>
    </p>
    ${text !== '' && prose(text)} ${tool_calls.map(toolCall)}
    ${error !== null && html`<p class="notice bad">${error}</p>`}
  </li>`;
}

function toolCall({ tool, arguments: values, result, is_error }: AgentToolCall): Html {
  return html`<details>
    <summary>${tool}${is_error && ': failed'}${result === null && ': no result'}</summary>
    <pre class="snippet" tabindex="0">${values}</pre>
    ${result !== null && html`<pre class="snippet" tabindex="0">${result}</pre>`}
  </details>`;
}

function question(id: string, request: string, tool: string, values: object): Html {
  return html`<section class="card agent-question" aria-label="Permission for ${tool}">
    <h2>Allow ${tool} to run?</h2>
    <pre class="snippet" tabindex="0">${JSON.stringify(values, null, 2)}</pre>
    <form class="row-actions" method="post" action="${readUrl(id)}">
      <input type="hidden" name="request" value="${request}" />
      <button class="button primary" name="task" value="allow">Allow</button>
      <button class="button" name="task" value="refuse">Refuse</button>
    </form>
  </section>`;
}

function action(id: string, task: string, label: string, kind: string): Html {
  return html`<form method="post" action="${readUrl(id)}">
    <button class="button ${kind}" name="task" value="${task}">${label}</button>
  </form>`;
}
