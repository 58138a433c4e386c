import { html, type Html } from '../html.ts';
import { icon } from '../mark.ts';

/** A dialog that a button opens, also without script. Escape, its button and a click outside close
 * it. */
export function dialog(id: string, title: string, body: Html): Html {
  return html`<lantern-dialog>
    <dialog id="${id}" class="dialog" aria-labelledby="${id}-title" closedby="any">
      <div class="dialog-head">
        <h2 id="${id}-title">${title}</h2>
        <button class="button quiet square" type="button" commandfor="${id}" command="close">
          ${icon('close')}<span class="visually-hidden">Close</span>
        </button>
      </div>
      ${body}
      <p class="visually-hidden" role="status" data-announcer></p>
    </dialog>
  </lantern-dialog>`;
}

export function dialogButton(
  id: string,
  label: string,
  { shortcut, look = '' }: { shortcut?: string; look?: 'primary' | 'quiet' | 'large' | '' } = {},
): Html {
  return html`<button
    class="button ${look}"
    type="button"
    commandfor="${id}"
    command="show-modal"
    aria-haspopup="dialog"
    ${shortcut !== undefined && html`data-shortcut="${shortcut}"`}
  >
    ${label}
  </button>`;
}
