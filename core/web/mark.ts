import { html, type Html } from './html.ts';

/** The logo. Its colours come from the stylesheet, which has a dark mode. */
export function mark(): Html {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <circle class="mark-glow" cx="16" cy="20" r="11" />
    <path class="mark-line" d="M12.25 7.5V6.75a3.75 3.75 0 0 1 7.5 0v.75" />
    <path
      class="mark-body"
      d="M10.75 7.5h10.5l4.5 4.5a.7.7 0 0 1-.5 1.25H6.75a.7.7 0 0 1-.5-1.25z"
    />
    <path class="mark-line" d="M9 15.25v9.25M23 15.25v9.25" />
    <path
      class="mark-flame"
      d="M16 14.5c2.9 2.8 4.1 4.5 4.1 6.3a4.1 4.1 0 0 1-8.2 0c0-1.8 1.2-3.5 4.1-6.3z"
    />
    <rect class="mark-body" x="6.5" y="26.5" width="19" height="2.75" rx="1.3" />
  </svg>`;
}

const paths = {
  sun: 'M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1M8 5.25a2.75 2.75 0 1 0 0 5.5a2.75 2.75 0 1 0 0-5.5',
  moon: 'M13.25 9.6A5.75 5.75 0 1 1 6.4 2.75a4.6 4.6 0 0 0 6.85 6.85z',
  screen: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  arrow: 'M3.5 8h9M8.5 4l4 4-4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.2 10.2l3.3 3.3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
} as const;

export function icon(name: keyof typeof paths): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d="${paths[name]}" />
  </svg>`;
}
