import { html, type Html } from '#core/web/html.ts';

/** Searches the text of all sites that the reader may open. */
export function searchForm(q = ''): Html {
  return html`<form
    class="project-filter"
    method="get"
    action="/docs"
    role="search"
    aria-label="All sites"
  >
    <input
      type="search"
      name="q"
      value="${q}"
      maxlength="200"
      required
      aria-label="Search all sites"
      placeholder="Search all sites"
    />
    <button class="button">Search</button>
  </form>`;
}
