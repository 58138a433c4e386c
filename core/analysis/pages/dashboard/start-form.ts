import { html, type Html } from '#core/web/html.ts';
import { copyable } from '#core/web/parts/feedback.ts';
import { formError, textArea } from '#core/web/parts/form.ts';
import type { Writer } from '../configured-writer.ts';

export interface StartView {
  /** How the reader reached us, without a trailing slash. */
  readonly baseUrl: string;
  /** Who explains the failures with the server's settings; null: a request has to name a model. */
  readonly writer: Writer | null;
  /** The host of the build server; null: none is configured. */
  readonly ci: string | null;
  /** The form of a build, as `value` and `error` are of the other one. */
  readonly build?: {
    readonly job_name: string;
    readonly build_number: string;
    readonly error: string;
  };
  /** As sent the last time, when it was refused without script, … */
  readonly value?: string;
  /** … and why. */
  readonly error?: string;
}

/** A test report pasted here is analyzed at once: the way in for those without any tool. */
export function startForm({ writer, value, error }: StartView): Html {
  return html`<section class="report-form" aria-label="Analyze a test report">
    <p class="muted">${whoExplains(writer)}</p>
    <lantern-form next="/results/{job_id}">
      <form class="form" method="post" action="/">
        ${formError(error)}
        <lantern-report-file>
          ${textArea('start', {
            ...{ name: 'raw_xml', label: 'Test report (JUnit XML)', rows: 7 },
            ...{ required: true, literal: true, placeholder: '<testsuite> …' },
            ...(value !== undefined && { value }),
          })}
          <label class="hint script-only file-label"
            >Or choose a file, or drop it here:
            <input type="file" accept=".xml,text/xml,application/xml"
          /></label>
        </lantern-report-file>
        <div class="cluster">
          <button class="button primary">Analyze</button>
          <button class="button" name="sample" value="yes" formnovalidate>
            Try it with an example
          </button>
        </div>
      </form>
    </lantern-form>
  </section>`;
}

function whoExplains(writer: StartView['writer']): Html {
  const result = 'Failures with the same cause are explained once.';
  if (writer === null) {
    return html`No AI is configured on this server: set AI_PROVIDER and AI_MODEL, or name them in
    the request. ${result}`;
  }
  return writer.isOffline
    ? html`No AI program is installed here, so the <strong>${writer.name}</strong> looks for known
        patterns and quotes the errors. ${result}`
    : html`<strong>${writer.name}</strong> explains each failure. ${result}`;
}

/** The same from a terminal or a pipeline. */
export function startCommand({ baseUrl }: Pick<StartView, 'baseUrl'>): Html {
  const command = [
    `jq -Rs '{raw_xml: .}' junit.xml |`,
    `  curl -sS ${baseUrl}/analyze-failures \\`,
    `    -H 'content-type: application/json' -H 'prefer: respond-async' --data-binary @-`,
  ].join('\n');
  return copyable('the command that sends a report', command);
}
