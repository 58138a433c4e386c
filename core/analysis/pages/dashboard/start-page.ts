import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { navigation, type PageFrame } from '../analysis-site.ts';
import { buildForm } from './build-form.ts';
import { startForm, type StartView } from './start-form.ts';

/** The form alone, as it was sent and refused without script. */
export function startPage({ assets, user, caller, start }: PageFrame & { start: StartView }) {
  return page({
    title: start.build ? 'Analyze a build' : 'Analyze a test report',
    assets,
    navigation: navigation(caller),
    user,
    heading: 'That did not work',
    description: 'The analysis was not started: correct the marked field and send it again.',
    body: html`<div class="card">${start.build ? buildForm(start) : startForm(start)}</div>
      <p class="section-gap"><a class="button" href="/">Back to the analyses</a></p>`,
  });
}
