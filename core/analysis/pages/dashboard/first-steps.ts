import { html, type Html } from '#core/web/html.ts';
import { buildForm } from './build-form.ts';
import { startCommand, startForm, type StartView } from './start-form.ts';

/** What an empty dashboard teaches. */
export function firstSteps(start: StartView): Html {
  return html`<div class="empty">
    <h2>Your first analysis</h2>
    <ol class="steps">
      <li>
        <h3>Paste a test report</h3>
        ${startForm(start)}
      </li>
      <li>
        <h3>Or let your pipeline send it</h3>
        <p class="muted">
          After the tests, also when they fail. The answer names the page of the analysis.
        </p>
        ${startCommand(start)}
      </li>
      <li>
        <h3>Or name a build</h3>
        ${buildForm(start)}
      </li>
      <li>
        <h3>Read, review, decide</h3>
        <p class="muted">
          Each cause has its class, its evidence and what to do next. You check causes off, discuss
          them, and correct a class once: later analyses remember it.
        </p>
      </li>
    </ol>
  </div>`;
}
