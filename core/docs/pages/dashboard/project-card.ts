import { html, type Html } from '#core/web/html.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import { abortForm, regenerateForm, removeForm } from '../project/project-actions.ts';
import { running } from '../project/running.ts';
import { projectUrls, type ProjectView } from '../views.ts';
import { shortCommit, statusBadge, withBreaks } from '../words.ts';

export function projectCard(view: ProjectView, now: Date): Html {
  const { name, owner, status, commit, generatedAt } = view;
  const urls = projectUrls(view);
  const key = `${owner}/${name}`;
  return html`<li class="project card" data-key="${key}">
    <div class="project-head">
      <h3><a href="${urls.page}">${name}</a></h3>
      ${statusBadge(status, view.errorPages)}
    </div>
    <p class="project-source">
      ${!view.isOwn && html`<span>${owner}</span>`}
      <span>${withBreaks(view.repository)}${view.branch !== null && html` at ${view.branch}`}</span>
    </p>
    <div class="project-body">
      ${status === 'generating' && running(name, view.running)}
      ${status === 'error' && notice('bad', clipped(view.error))}
      ${status !== 'generating' && facts(view, now)}
    </div>
    ${
      generatedAt !== null &&
      html`<div class="project-actions">
        <a class="button" href="${urls.site}"
          >Open site<span class="visually-hidden"> of ${name}</span></a
        ><a class="button quiet" href="${urls.download}"
          >Download<span class="visually-hidden"> ${name}</span></a
        >
      </div>`
    }
    ${commit !== null && status !== 'ready' && generatedAt !== null && html`<p class="hint">The site from ${ago(generatedAt, now)} ${status === 'error' ? 'is still served' : 'stays until this one is ready'}.</p>`}
    ${
      view.mayWrite &&
      html`<div class="project-actions project-foot">
        ${status === 'generating' ? abortForm(view) : [regenerateForm(view), removeForm(view)]}
      </div>`
    }
  </li>`;
}

function facts({ status, pages, errorPages, generatedAt, commit }: ProjectView, now: Date): Html {
  if (generatedAt === null) return html``;
  return html`<p class="project-facts">
    ${status === 'ready' && html`<span>${count(pages, 'page')}</span>`}
    ${errorPages > 0 && html`<span>${count(errorPages, 'page')} failed</span>`}
    <span>${ago(generatedAt, now)}</span>
    ${commit !== null && html`<span>${shortCommit(commit)}</span>`}
  </p>`;
}

const maxLength = 240;

function clipped(message: string | null): string {
  const text = message ?? 'The generation failed.';
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
