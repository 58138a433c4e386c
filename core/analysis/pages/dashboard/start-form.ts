import { html, type Html } from '#core/web/html.ts';
import { copyable } from '#core/web/parts/feedback.ts';
import { formError, textArea, field } from '#core/web/parts/form.ts';
import type { Writer } from '../configured-writer.ts';
import type { PageFrame } from '../analysis-site.ts';
import { readFormats } from '../../intake/formats/detect.ts';
import { sitePage } from '../site-page.ts';

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
  /** The fields that say which run it is of. */
  readonly run?: {
    readonly run_job: string;
    readonly run_build: string;
    readonly run_branch: string;
  };
  /** … and why. */
  readonly error?: string;
}

/** A test report pasted here is analyzed at once: the way in for those without any tool. */
export function startForm({ writer, value, run, error }: StartView): Html {
  return html`<section class="report-form" aria-label="Analyze a test report">
    <p class="muted">${whoExplains(writer)}</p>
    <lantern-form next="/results/{job_id}">
      <form class="form" method="post" action="/">
        ${formError(error)}
        <lantern-report-file>
          ${textArea('start', {
            name: 'raw_xml',
            label: 'Test report',
            hint: `${readFormats}.`,
            rows: 7,
            required: true,
            literal: true,
            placeholder: '<testsuite> …',
            ...(value !== undefined && { value }),
          })}
          <label class="hint script-only file-label"
            >Or choose a file, or drop it here:
            <input type="file" accept=".xml,.trx,.tap,.json,.jsonl,.txt,text/xml,application/xml"
          /></label>
        </lantern-report-file>
        <details>
          <summary>Which run is it? (optional)</summary>
          ${field('start', {
            name: 'run_job',
            label: 'Job',
            value: run?.run_job ?? '',
            hint: 'Such as shop/e2e. Runs of the same job are compared.',
            literal: true,
            maxLength: 1_000,
          })}
          ${field('start', {
            name: 'run_build',
            label: 'Build number',
            value: run?.run_build ?? '',
            pattern: '[0-9]{1,12}',
            literal: true,
          })}
          ${field('start', {
            name: 'run_branch',
            label: 'Branch',
            value: run?.run_branch ?? '',
            literal: true,
            maxLength: 500,
          })}
        </details>
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
    return html`No model is configured on this server: set AI_PROVIDER and AI_MODEL, or send them
    with the request. ${result}`;
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
          Run this after the tests, even when they fail. It answers with a link to the analysis.
        </p>
        ${startCommand(start)}
      </li>
      <li>
        <h3>Or analyze a build</h3>
        ${buildForm(start)}
      </li>
      <li>
        <h3>Read, review, decide</h3>
        <p class="muted">
          Each cause comes with its class, evidence and next step. Review causes, discuss them, and
          correct a class once: later analyses remember it.
        </p>
      </li>
    </ol>
  </div>`;
}

/** The other way in: a build of the build server, whose failures are read from there. */
export function buildForm({ ci, build }: StartView): Html {
  const { job_name = '', build_number = '', error } = build ?? {};
  if (ci === null) {
    return html`<p class="muted">
      No build server is configured: set CI_URL on the server, with CI_USER and CI_PASSWORD if it
      asks for a login. A POST /analyze request can use another server with <code>ci_url</code>.
    </p>`;
  }
  return html`<p class="muted">
      Lantern waits for the build, then reads its failed tests, console output and failed child jobs
      from <strong>${ci}</strong>.
    </p>
    <lantern-form next="/results/{job_id}">
      <form class="form" method="post" action="/">
        ${formError(error)}
        ${field('build', {
          name: 'job_name',
          label: 'Job name',
          value: job_name,
          required: true,
          hint: 'With its folders, such as team/nightly.',
          literal: true,
          maxLength: 1_000,
        })}
        ${field('build', {
          name: 'build_number',
          label: 'Build number',
          value: build_number,
          required: true,
          pattern: '[0-9]{1,15}',
          literal: true,
        })}
        <button class="button primary">Analyze the build</button>
      </form>
    </lantern-form>`;
}

/** The form alone, as it was sent and refused without script. */
export function startPage(view: PageFrame & { readonly start: StartView }): string {
  const { start } = view;
  return sitePage(view, {
    title: start.build ? 'Analyze a build' : 'Analyze a test report',
    heading: 'That did not work',
    description: 'The analysis was not started: correct the marked field and send it again.',
    body: html`<div class="card">${start.build ? buildForm(start) : startForm(start)}</div>
      <p class="section-gap"><a class="button" href="/">Back to the analyses</a></p>`,
  });
}
