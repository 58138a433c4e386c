import { html, type Html } from '#core/web/html.ts';
import type { SiteView } from '../../site-view.ts';

export function footer(
  { name, repositoryUrl, commit, isOfflineWriter }: SiteView,
  kind: string,
): Html {
  return html`<footer class="bottom">
    <p>
      ${
        kind === 'landing' && commit !== ''
          ? html`Generated from ${name} at ${commitName(repositoryUrl, commit)}.`
          : html`<span data-commit hidden>Generated from ${name} at <code></code>.</span>`
      }
      Made with Lantern.
      ${isOfflineWriter && html`<span class="badge">Written without an AI model</span>`}
    </p>
    <p class="bottom-links">
      <a href="index.html#All">All pages</a>
      <a href="llms.txt">llms.txt</a>
    </p>
  </footer>`;
}

function commitName(repositoryUrl: string | null, commit: string): Html {
  const short = html`<code>${shortCommit(commit)}</code>`;
  // Other hosts spell it otherwise; a link that is lost helps nobody.
  const isGitHub = repositoryUrl !== null && /^https:\/\/github\.com\//i.test(repositoryUrl);
  return isGitHub
    ? html`<a href="${`${repositoryUrl}/commit/${commit}`}" rel="noopener noreferrer">${short}</a>`
    : short;
}

/** The pages' footers get it by script: a new commit must not change all of them. */
export function commitScript({ commit }: Pick<SiteView, 'commit'>): string {
  const short = /^[0-9a-f]{4,}$/i.test(commit) ? shortCommit(commit) : '';
  if (short === '') return '';
  return `for(const place of document.querySelectorAll("[data-commit]")){place.querySelector("code").textContent="${short}";place.hidden=false}\n`;
}

function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}
