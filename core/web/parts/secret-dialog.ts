import { html, type Html } from '../html.ts';
import { dialog } from './dialog.ts';

/** Shows a secret once: the form that made it fills the dialog with the answer's `username` and
 * `field`, and opens it. `what` names the secret, such as `the key`. */
export function secretDialog(
  id: string,
  { title, field, what }: Readonly<Record<'title' | 'field' | 'what', string>>,
  more?: Html,
): Html {
  return dialog(
    id,
    title,
    html`<p>
        For <strong data-field="username"></strong>. It is shown only once and not stored: copy it
        now.
      </p>
      <lantern-copy label="${what}"><code data-field="${field}"></code></lantern-copy>
      ${more}`,
  );
}
