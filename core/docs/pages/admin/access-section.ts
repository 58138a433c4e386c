import { html, type Html } from '#core/web/html.ts';
import { choice, formError } from '#core/web/parts/form.ts';
import { projectOf } from '../../variant.ts';
import type { ProjectView } from '../views.ts';

export interface AccessView {
  /** Users with access, by name. */
  readonly guests: readonly string[];
  /** Users without it. */
  readonly candidates: readonly string[];
}

/** The id is the target of links to it, which unfold what is around it. */
export function accessBody(project: ProjectView, { guests, candidates }: AccessView): Html {
  const name = projectOf(project.name);
  return html`<div id="access" class="stack">
    <p>Its owner and administrators can read this project. Others need access.</p>
    ${
      guests.length === 0
        ? html`<p class="muted">No other users yet.</p>`
        : html`<ul class="people" role="list">
            ${guests.map(
              (guest) =>
                html`<li data-key="${guest}">
                  ${guest}
                  <lantern-form done="${guest} can no longer read ${name}.">
                    <form method="post" action="/admin">
                      ${hidden('shut-out', project)}
                      <input type="hidden" name="username" value="${guest}" />
                      <button class="button quiet">
                        Remove<span class="visually-hidden"> ${guest}</span>
                      </button>
                    </form>
                  </lantern-form>
                </li>`,
            )}
          </ul>`
    }
    ${
      candidates.length > 0 &&
      html`<lantern-form done="{username} can read {project} now.">
        <form class="form" method="post" action="/admin">
          ${formError()} ${hidden('let-in', project)}
          <div class="inline-form">
            ${choice('access', {
              name: 'username',
              label: 'User',
              options: candidates.map((value) => ({ value, label: value })),
            })}
            <button class="button">Give access</button>
          </div>
        </form>
      </lantern-form>`
    }
  </div>`;
}

function hidden(task: string, { name, owner }: ProjectView): Html {
  return html`<input type="hidden" name="task" value="${task}" />
    <input type="hidden" name="project" value="${projectOf(name)}" />
    <input type="hidden" name="owner" value="${owner}" />`;
}
