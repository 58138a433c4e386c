import { html } from '#core/web/html.ts';
import type { SiteFile } from '../../site-view.ts';

/** The project's letter, so that readers tell its tabs from those of other sites. */
export function siteIcon(name: string): SiteFile {
  const [letter = ''] = (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8" fill="#f5a524" />
    <text
      x="16"
      y="23.5"
      fill="#33250f"
      font-family="system-ui, sans-serif"
      font-size="21"
      font-weight="700"
      text-anchor="middle"
    >
      ${letter}
    </text>
  </svg>`;
  return { path: 'assets/icon.svg', body: `${body.toString()}\n` };
}
