import { dollars } from '#core/text/dollars.ts';
import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { badge, emptyState } from '#core/web/parts/feedback.ts';
import { choice, field, textArea } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { tokensOf } from '../limits/budget.ts';
import type { listSessions } from '../sessions.ts';
import { type AgentFrame, readUrl } from './agent-site.ts';

interface SessionsView extends AgentFrame {
  readonly sessions: Awaited<ReturnType<typeof listSessions>>['sessions'];
  readonly models: readonly {
    readonly id: string;
    readonly name: string;
    readonly provider: string;
  }[];
}

export function sessionsPage({ assets, navigation, now, sessions, models }: SessionsView): string {
  return page({
    title: 'Agent',
    description: 'The sessions of the agent service.',
    assets,
    navigation: navigation.map((item) => ({ ...item, current: item.url === '/' })),
    heading: 'Agent sessions',
    lead: 'What models are working on, what it costs, and a form to try a prompt.',
    body: html`<section class="section" aria-labelledby="sessions-title">
        <h2 id="sessions-title">Sessions</h2>
        ${table({
          caption: 'Sessions',
          rows: sessions,
          id: ({ session_id }) => session_id,
          empty: emptyState(
            'No sessions yet',
            html`<p>Try a prompt below, or create a session with <code>POST /sessions</code>.</p>`,
          ),
          columns: [
            {
              label: 'Session',
              kind: 'heading',
              cell: ({ session_id, model, provider }) =>
                html`<a href="${readUrl(session_id)}">${model} (${provider})</a>`,
            },
            {
              label: 'State',
              cell: ({ busy }) => badge(busy ? 'info' : 'quiet', busy ? 'running' : 'idle'),
            },
            { label: 'Last used', cell: ({ last_activity }) => ago(last_activity, now) },
            {
              label: 'Tokens',
              kind: 'number',
              cell: ({ usage }) => tokensOf(usage).toLocaleString('en'),
            },
            { label: 'Cost', kind: 'number', cell: ({ usage }) => dollars(usage.cost_usd) },
          ],
        })}
      </section>
      <section class="section" aria-labelledby="try-title">
        <h2 id="try-title">Try a prompt</h2>
        ${models.length === 0 ? noModels() : form(models)}
      </section>`,
  });
}

function noModels(): Html {
  return html`<p>
    No model is configured. Set a key such as <code>ANTHROPIC_API_KEY</code>, or add a
    <code>models.json</code>, and restart the service.
  </p>`;
}

const tools = [
  { value: 'none', label: 'None' },
  { value: 'reading', label: 'Only read files in the folder' },
  { value: 'all', label: 'All, but ask before commands and changes' },
];

function form(models: SessionsView['models']): Html {
  return html`<lantern-form native
    ><form class="form" method="post" action="/try">
      ${choice('try', {
        name: 'model',
        label: 'Model',
        options: models.map(({ id, name, provider }) => ({
          value: `${provider} ${id}`,
          label: `${name} (${provider})`,
        })),
      })}
      ${textArea('try', { name: 'message', label: 'Prompt', rows: 4, required: true })}
      ${field('try', {
        name: 'system_prompt',
        label: 'System prompt',
        value: 'You are a helpful assistant.',
        required: true,
      })}
      ${field('try', {
        name: 'cwd',
        label: 'Folder',
        hint: 'An absolute path on the machine of this service. Leave empty for a new, empty folder.',
        literal: true,
      })}
      ${choice('try', { name: 'tools', label: 'Tools', options: tools })}
      ${field('try', {
        name: 'max_tokens',
        label: 'Token limit',
        type: 'number',
        hint: 'For all turns together. Leave empty for no limit.',
      })}
      <button class="button primary">Send</button>
    </form></lantern-form
  >`;
}
