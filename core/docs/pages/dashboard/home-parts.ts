import { html, type Html } from '#core/web/html.ts';
import { badge, live } from '#core/web/parts/feedback.ts';
import type { Overview } from '#core/web/overview.ts';
import { ago } from '#core/web/words.ts';
import type { ServiceOverview } from './read-overviews.ts';

const maxLines = 7;

interface Line {
  readonly service: string;
  readonly text: string;
  readonly url: string | undefined;
}

/** What needs a person, what happened lately and what is not set up, of all services that tell it. */
export function homeParts(all: readonly ServiceOverview[], now: Date): Html {
  const refusing = all.filter(({ answer }) => answer === 'refused');
  return live(
    'home',
    html`<lantern-services>
      ${firstSteps(all)}
      <div class="columns">
        ${needsCard(all)}
        <section class="card stack" aria-labelledby="lately-title">
          <h2 id="lately-title">Recent activity</h2>
          ${recentList(all, now)} ${refusing.length > 0 && refusals(refusing)}
        </section>
      </div>
    </lantern-services>`,
    { seconds: 10, source: '/?part=home' },
  );
}

/** Only while something is left to do. */
function firstSteps(all: readonly ServiceOverview[]): Html | undefined {
  const steps = all.flatMap(({ name, base, answer }) =>
    linesOf(answer, 'steps').map((step) => ({ ...step, ...lineOf(name, base, step) })),
  );
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return undefined;
  return html`<section class="card home-steps" aria-labelledby="steps-title">
    <h2 id="steps-title">First steps</h2>
    <p>${done} of ${steps.length} done. This list disappears when all are done.</p>
    <ul class="lines" role="list">
      ${steps.map(
        ({ isDone, ...line }) =>
          html`<li>
            <p>
              ${badge(isDone ? 'good' : 'quiet', isDone ? 'Done' : 'To do')} ${linked(line)}
              <span class="muted">${line.service}</span>
            </p>
          </li>`,
      )}
    </ul>
  </section>`;
}

function needsCard(all: readonly ServiceOverview[]): Html {
  const lines = all.flatMap(({ name, base, answer }) =>
    linesOf(answer, 'needs').map((need) => lineOf(name, base, need)),
  );
  return html`<section class="card stack" aria-labelledby="needs-title">
    <h2 id="needs-title">Needs attention</h2>
    ${
      lines.length === 0
        ? html`<p class="muted">Nothing needs your attention.</p>`
        : html`<ul class="lines" role="list">
            ${lines.map(
              (line) =>
                html`<li>
                  <p>${badge('warn', line.service)} ${linked(line)}</p>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

const states = { failed: badge('bad', 'Failed'), running: badge('info', 'Running') };

function recentList(all: readonly ServiceOverview[], now: Date): Html {
  const lines = all
    .flatMap(({ name, base, answer }) =>
      linesOf(answer, 'recent').map(({ at, state, ...each }) => ({
        at,
        state,
        ...lineOf(name, base, each),
      })),
    )
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxLines);
  if (lines.length === 0) return html`<p class="muted">Nothing has happened yet.</p>`;
  return html`<ol class="lines" role="list">
    ${lines.map(
      ({ at, state, ...line }) =>
        html`<li>
          <p>${linked(line)} ${state && states[state]}</p>
          <p class="muted">${line.service}, ${ago(at, now)}</p>
        </li>`,
    )}
  </ol>`;
}

/** A service with a key of its own, or one that only this machine's users reach. */
function refusals(refusing: readonly ServiceOverview[]): Html {
  return html`<p class="muted">
    Not shown, because you are not signed in there:
    ${refusing.map(
      ({ name, home }, at) =>
        html`${at > 0 && ', '}${home === undefined ? name : html`<a href="${home}">${name}</a>`}`,
    )}.
  </p>`;
}

function linesOf<Part extends keyof Overview>(
  answer: ServiceOverview['answer'],
  part: Part,
): Overview[Part] | readonly [] {
  return typeof answer === 'string' ? [] : answer[part];
}

function lineOf(
  service: string,
  base: string,
  { text, path }: { readonly text: string; readonly path?: string | undefined },
): Line {
  return { service, text, url: path === undefined ? undefined : `${base}${path}` };
}

function linked({ text, url }: Line): Html | string {
  return url === undefined ? text : html`<a href="${url}">${text}</a>`;
}
