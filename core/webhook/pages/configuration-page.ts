import { logsNavigation, type LogsFrame } from '#core/logs/pages/logs-site.ts';
import { visibleText } from '#core/logs/text/visible-text.ts';
import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { choice, textArea } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { type Origin, type Setting, settingText } from '../configuration/origins.ts';
import type { FileKind } from './file-kinds.ts';
import type { ConfigurationContent, RepositoryInForce } from './read-configuration-page.ts';

interface View extends LogsFrame, ConfigurationContent {
  /** As it was asked for. */
  readonly name: string;
  /** A file that was sent to be checked, and what is wrong with it. */
  readonly checked?: {
    readonly kind: FileKind;
    readonly text: string;
    readonly problems: readonly string[];
  };
}

const ownFile = '.scm-webhook-server.yaml';

const origins: Readonly<Record<Origin, string>> = {
  'repository file': `${ownFile} of the repository`,
  entry: 'its entry in config.yaml',
  root: 'all repositories in config.yaml, or a variable',
  default: 'default',
};

/** What is in force for each repository, from which file, and what is wrong. */
export function configurationPage(view: View): string {
  const { assets, problems, checked } = view;
  return page({
    title: 'Configuration',
    assets,
    navigation: logsNavigation('configuration'),
    heading: 'Configuration',
    lead: 'The effective settings of each repository, and where each one comes from.',
    body: html`${checked && outcome(checked.problems)} ${fileState(problems)} ${repositories(view)}
    ${checkForm(checked)}`,
  });
}

function listOf(problems: readonly string[]): Html {
  return html`<ul>
    ${problems.map((problem) => html`<li class="break">${visibleText(problem)}</li>`)}
  </ul>`;
}

function outcome(problems: readonly string[]): Html {
  if (problems.length === 0) return notice('good', 'No problems in this file.');
  return notice(
    'bad',
    html`<p>Problems in this file:</p>
      ${listOf(problems)}`,
  );
}

function fileState(problems: View['problems']): Html | false {
  if (problems?.length === 0) return false;
  if (problems === undefined) {
    return notice(
      'info',
      html`<p>
        There is no configuration yet. <code>lantern webhook init</code> asks for the common
        settings and writes <code>config.yaml</code>.
      </p>`,
    );
  }
  return notice(
    'bad',
    html`<p><code>config.yaml</code> has problems. Deliveries are refused until they are fixed.</p>
      ${listOf(problems)}`,
  );
}

function repositories({ repositories: names, repository, name }: View): Html | false {
  if (names.length === 0) return false;
  return html`${
    names.length > 1 &&
    html`<form class="log-filters log-filter-row" method="get" action="/logs/configuration">
      ${choice('repository', {
        name: 'repository',
        label: 'Repository',
        value: repository?.name ?? '',
        options: names.map((each) => ({ value: each, label: each })),
      })}
      <div class="log-submit"><button class="button">Show</button></div>
    </form>`
  }
  ${
    repository
      ? inForce(repository)
      : name !== '' && notice('warn', html`${visibleText(name)} is not in config.yaml.`)
  }`;
}

function inForce({ name, settings, fileProblem }: RepositoryInForce): Html {
  return html`<section class="section" aria-labelledby="in-force">
    <h2 id="in-force">${name}</h2>
    ${
      fileProblem !== undefined &&
      notice(
        'warn',
        html`<code>${ownFile}</code> of the repository is not used: ${visibleText(fileProblem)}.`,
      )
    }
    ${table<Setting>({
      caption: `Effective settings of ${name}`,
      rows: settings,
      id: ({ key }) => key,
      empty: html``,
      columns: [
        { label: 'Key', kind: 'heading', cell: ({ key }) => html`<code>${key}</code>` },
        {
          label: 'Value',
          cell: (setting) =>
            html`<span class="${setting.origin === 'default' ? 'break muted' : 'break'}"
              >${visibleText(settingText(setting))}</span
            >`,
        },
        { label: 'Source', sort: 'text', cell: ({ origin }) => origins[origin] },
      ],
    })}
  </section>`;
}

function checkForm(checked: View['checked']): Html {
  return html`<section class="section" aria-labelledby="check-file">
    <h2 id="check-file">Check a file</h2>
    <p class="muted">
      Nothing is saved. <code>lantern config check</code> does the same on the command line.
    </p>
    <form method="post" action="/logs/configuration" class="stack">
      ${choice('check', {
        name: 'kind',
        label: 'File',
        value: checked?.kind ?? 'receiver',
        options: [
          { value: 'receiver', label: 'config.yaml of the receiver' },
          { value: 'repository', label: `${ownFile} of a repository` },
        ],
      })}
      ${textArea('check', {
        name: 'text',
        label: 'Content',
        rows: 12,
        value: checked?.text ?? '',
        required: true,
      })}
      <div class="cluster"><button class="button primary">Check</button></div>
    </form>
  </section>`;
}
