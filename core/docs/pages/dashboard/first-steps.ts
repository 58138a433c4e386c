import { html, type Html } from '#core/web/html.ts';
import { copyable } from '#core/web/parts/feedback.ts';

/** What an empty dashboard teaches. */
export function firstSteps(baseUrl: string, mayGenerate: boolean): Html {
  if (!mayGenerate) {
    return html`<div class="empty">
      <h3>Nothing to read yet</h3>
      <p>
        Your role is viewer: you can read projects that you have access to. Ask an administrator for
        access; the project then appears here.
      </p>
    </div>`;
  }
  const key = 'read -rs LANTERN_DOCS_KEY && export LANTERN_DOCS_KEY';
  const server = `export LANTERN_DOCS_SERVER=${baseUrl}`;
  const generate =
    'npm run --silent lantern -- docs generate https://github.com/owner/name --watch';
  const open = 'npm run --silent lantern -- docs list';
  return html`<div class="empty">
    <h3>Your first documentation</h3>
    <p>
      Paste a repository’s address above and press Generate: the card that appears shows every stage
      as it happens. Or do it from a terminal in Lantern’s folder, as your pipeline would.
    </p>
    <ol class="steps">
      <li>
        <h4>Set your API key</h4>
        <p class="muted">Run this command and paste the key. It stays out of your shell history.</p>
        ${copyable('the command that reads the key', `${server}\n${key}`)}
      </li>
      <li>
        <h4>Generate a site and watch</h4>
        <p class="muted">The terminal shows each stage and page live, with time and tokens.</p>
        ${copyable('the command that generates', generate)}
      </li>
      <li>
        <h4>Open the site</h4>
        <p class="muted">
          Pages, search, and the whole site as Markdown for other models. The next generation
          rewrites only what has changed.
        </p>
        ${copyable('the command that lists the projects', open)}
      </li>
    </ol>
  </div>`;
}
