import { html, type Html } from '#core/web/html.ts';

export function keysHelp(): Html {
  return html`<dl class="keys">
      <dt><kbd>/</kbd></dt>
      <dd>Search</dd>
      <dt><kbd>j</kbd> <kbd>k</kbd> or <kbd>↓</kbd> <kbd>↑</kbd></dt>
      <dd>Next and previous entry</dd>
      <dt><kbd>Page Down</kbd> <kbd>Page Up</kbd></dt>
      <dd>A page further or back</dd>
      <dt><kbd>Home</kbd> <kbd>End</kbd></dt>
      <dd>The newest and the oldest entry</dd>
      <dt><kbd>Enter</kbd> or <kbd>→</kbd> <kbd>←</kbd></dt>
      <dd>Open and close the entry</dd>
      <dt><kbd>c</kbd></dt>
      <dd>Copy the entry</dd>
      <dt><kbd>Esc</kbd></dt>
      <dd>Close the entry, then leave the list</dd>
      <dt><kbd>?</kbd></dt>
      <dd>Show this list</dd>
    </dl>
    <label class="tick script-only">
      <input type="checkbox" data-shortcut-switch checked /> Single-key shortcuts such as
      <kbd>j</kbd>
    </label>`;
}
