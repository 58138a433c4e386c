import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { generateForm, type GenerateView } from './generate-form.ts';
import { navigation } from '../navigation.ts';
import type { PageFrame } from '../views.ts';

/** The form alone, as it was sent and refused without script. */
export function generatePage(view: PageFrame & { readonly generate: GenerateView }): string {
  const { assets, user, generate } = view;
  return page({
    title: 'Document a repository',
    assets,
    navigation: navigation(view),
    user,
    heading: 'That did not work',
    description: 'Nothing was generated: correct the marked field and send it again.',
    body: html`${generateForm(generate)}
      <p><a class="button" href="/">Back to the projects</a></p>`,
  });
}
