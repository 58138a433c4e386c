import { html, type Html } from '#core/web/html.ts';

const paths = {
  search: 'M7 12.25a5.25 5.25 0 1 1 0-10.5a5.25 5.25 0 0 1 0 10.5zM10.9 10.9l3.6 3.6',
  branch:
    'M4.75 5.25v5.5M4.75 5.25a1.75 1.75 0 1 1 0-3.5a1.75 1.75 0 0 1 0 3.5zM4.75 14.25a1.75 1.75 0 1 1 0-3.5a1.75 1.75 0 0 1 0 3.5zM11.5 6.25a1.75 1.75 0 1 1 0-3.5a1.75 1.75 0 0 1 0 3.5zM11.5 6.25c0 2.75-6.5 1.5-6.5 4.5',
  tag: 'M2 2.5h5.5l6.5 6.5l-5 5l-6.5 -6.5zM5.25 5.25v0.01',
  menu: 'M2 4h12M2 8h12M2 12h8',
  contents: 'M2 4h12M5 8h9M5 12h9',
  grid: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z',
  chevron: 'M6 3.5l4.5 4.5l-4.5 4.5',
  back: 'M12.5 8h-9M7.5 4l-4 4l4 4',
  forth: 'M3.5 8h9M8.5 4l4 4l-4 4',
  file: 'M9 1.75H4.5a1 1 0 0 0-1 1v10.5a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1v-8zM9 1.75v3.5h3.5',
} as const;

/** A line drawing that says what the words beside it say already. */
export function symbol(name: keyof typeof paths): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d="${paths[name]}" />
  </svg>`;
}
