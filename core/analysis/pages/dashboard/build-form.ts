import { html, type Html } from '#core/web/html.ts';
import { field, formError } from '#core/web/parts/form.ts';
import type { StartView } from './start-form.ts';

/** The other way in: a build of the build server, whose failures are read from there. */
export function buildForm({ ci, build }: StartView): Html {
  const { job_name = '', build_number = '', error } = build ?? {};
  if (ci === null) {
    return html`<p class="muted">
      No build server is configured: set CI_URL on the server, with CI_USER and CI_PASSWORD if it
      asks for a login. A request to POST /analyze may name its own server with <code>ci_url</code>.
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
          ...{ name: 'job_name', label: 'Job name', value: job_name, required: true },
          ...{ hint: 'With its folders, such as team/nightly.', literal: true, maxLength: 1_000 },
        })}
        ${field('build', {
          ...{ name: 'build_number', label: 'Build number', value: build_number, required: true },
          ...{ pattern: '[0-9]{1,15}', literal: true },
        })}
        <button class="button primary">Analyze the build</button>
      </form>
    </lantern-form>`;
}
