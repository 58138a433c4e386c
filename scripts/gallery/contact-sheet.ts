import { html } from '#core/web/html.ts';
import type { Shot } from './take-shots.ts';

/** All pictures on one page, a row for each view. */
export function contactSheet(shots: readonly Shot[]): string {
  const rows = Map.groupBy(shots, ({ site, view }) => `${site}: ${view}`);
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>Gallery</title>
      <style>
        body {
          margin: 2rem;
          font-family: system-ui;
          background: #888;
        }
        div {
          display: flex;
          gap: 1rem;
          align-items: start;
        }
        img {
          height: 24rem;
        }
      </style>
      <h1>Gallery</h1>
      ${[...rows].map(
        ([title, row]) =>
          html`<h2>${title}</h2>
            <div>
              ${row.map(
                ({ file, width, theme }) =>
                  html`<a href="${file}"
                    ><img src="${file}" alt="${`${title}, ${width} px, ${theme}`}" loading="lazy"
                  /></a>`,
              )}
            </div>`,
      )}
    </html>`.toString();
}
