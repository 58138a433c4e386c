import { html, type Html } from '#core/web/html.ts';
import { dialog } from '#core/web/parts/dialog.ts';

/** Filled with the answer that holds the key, and shown by the form that asked for it. */
export function keyDialog(id: string, title: string, field: string, more?: Html): Html {
  return dialog(
    id,
    title,
    html`<p>
        For <strong data-field="username"></strong>. It is shown only once and not stored: copy it
        now.
      </p>
      <lantern-copy label="the key"><code data-field="${field}"></code></lantern-copy>
      ${more}`,
  );
}
