import { html, type Html } from '#core/web/html.ts';
import { asked } from '#core/web/parts/asked.ts';
import { copyable, emptyState, notice } from '#core/web/parts/feedback.ts';
import { formError, textArea } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { count } from '#core/text/count.ts';
import type { PreviewRow } from '../../results/metadata/metadata.ts';
import { type Rules, readRules } from '../../results/metadata/read-rules.ts';
import type { PageFrame } from '../analysis-site.ts';
import { section, sitePage } from '../site-page.ts';
import { removeRules } from './remove-rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readAllMetadata } from '../../results/metadata/read-metadata.ts';

export interface MetadataView extends PageFrame {
  readonly rules: Omit<Rules, 'match'>;
  readonly jobs: readonly PreviewRow[];
  /** The text that was sent, if it is not saved; with `error` if it was refused. */
  readonly draft?: string;
  readonly error?: string;
}

export function metadataPage(view: MetadataView): string {
  return sitePage(view, {
    title: 'Job metadata',
    heading: 'Job metadata',
    lead: 'Team, tier, version and labels of jobs, to filter the list of analyses.',
    body: html`${rulesSection(view)} ${jobsSection(view)}`,
  });
}

const sources = {
  page: 'These rules were saved here.',
  file: 'These rules come from METADATA_RULES_FILE. Rules saved here replace them.',
  none: 'There are no rules yet.',
} as const;

function rulesSection(view: MetadataView): Html {
  const { rules, caller, draft } = view;
  return html`<section class="card stack" aria-labelledby="rules-title">
    <h2 id="rules-title">Rules</h2>
    <p>${sources[rules.source]}</p>
    ${
      rules.problem !== undefined &&
      notice('warn', `METADATA_RULES_FILE cannot be used: ${rules.problem}`)
    }
    ${caller.isAdmin ? rulesForm(view) : rules.text !== '' && html`<pre class="break">${rules.text}</pre>`}
    ${
      !caller.isAdmin &&
      html`<p class="hint">
        Only administrators can change the rules.
        <a href="/login?next=/metadata">Sign in with an API key</a>
      </p>`
    }
    ${caller.isAdmin && rules.source === 'page' && draft === undefined && removal()}
  </section>`;
}

const example = `- pattern: 'shop/*'
  team: shop
- pattern: '^(?<team>[a-z]+)/.*-v(?<version>[0-9.]+)$'
  labels: [nightly]`;

/** Sent without script: the answer is a page with the preview. */
function rulesForm({ rules, draft, error }: MetadataView): Html {
  return html`<form class="form" method="post" action="/metadata">
    ${formError(error && 'The rules were not saved. Correct them and try again.')}
    ${textArea('metadata', {
      name: 'rules',
      label: 'Rules (YAML or JSON)',
      rows: 12,
      literal: true,
      placeholder: example,
      value: draft ?? rules.text,
      hint: html`A list of rules, each with a <code>pattern</code> and any of <code>team</code>,
        <code>tier</code>, <code>version</code>, <code>labels</code>. A pattern is a glob over the
        whole job name, such as <code>shop/*</code>, or a regular expression if it contains
        <code>(?&lt;</code>: then its groups <code>team</code>, <code>tier</code> and
        <code>version</code> set those values. The first rule that sets a value wins; labels add up.`,
      ...(error !== undefined && { error }),
    })}
    <div class="cluster">
      <button class="button" name="task" value="preview">Preview</button>
      <button class="button primary" name="task" value="save">Save</button>
    </div>
  </form>`;
}

function removal(): Html {
  return html`<lantern-form native ${asked(removeRules)}>
    <form method="post" action="/metadata">
      <button class="button quiet delete" name="task" value="remove">Remove the saved rules</button>
    </form>
  </lantern-form>`;
}

function jobsSection({ jobs, draft, error }: MetadataView): Html | false {
  if (error !== undefined) return false;
  const isDraft = draft !== undefined;
  const matching = jobs.filter(({ matched_rules }) => matched_rules.length > 0).length;
  return section({
    name: 'jobs',
    title: isDraft ? 'Preview' : 'Jobs',
    hint: html`${isDraft ? 'Nothing is saved yet. The rules match' : 'The rules match'}
    ${matching.toLocaleString('en')} of ${count(jobs.length, 'job')}.`,
    body: table({
      caption: 'Jobs and their metadata',
      rows: jobs,
      id: ({ job_name }) => job_name,
      filter: 'Filter jobs',
      empty: emptyState(
        'No jobs yet',
        html`<p>
            Jobs appear here once a build is analyzed, for example with this command in Lantern’s
            folder:
          </p>
          ${copyable('the command that analyzes a build', 'npm run --silent lantern -- analyze folder/job 42')}`,
      ),
      columns: [
        {
          label: 'Job',
          kind: 'heading',
          sort: 'text',
          cell: ({ job_name }) => html`<span class="break">${job_name}</span>`,
        },
        {
          label: 'Team',
          sort: 'text',
          cell: ({ team }) => html`<span class="break">${team ?? '–'}</span>`,
        },
        { label: 'Tier', sort: 'text', cell: ({ tier }) => tier ?? '–' },
        { label: 'Version', sort: 'text', cell: ({ version }) => version ?? '–' },
        {
          label: 'Labels',
          cell: ({ labels }) => html`<span class="break">${labels.join(', ') || '–'}</span>`,
        },
        { label: 'Rules', cell: ({ matched_rules }) => matched_rules.join(', ') || '–' },
      ],
    }),
  });
}

type Needs = Pick<Platform, 'records' | 'environment' | 'readFile' | 'log'>;

const maxShown = 500;

/** The rules in force, and what is known of the jobs; `more` goes over it. */
export async function showMetadata(
  needs: Needs,
  frame: PageFrame,
  more: Partial<MetadataView> = {},
): Promise<string> {
  const [{ match, ...rules }, all] = await Promise.all([readRules(needs), readAllMetadata(needs)]);
  const jobs = [...all].slice(0, maxShown).map(([job_name, metadata]) => ({
    job_name,
    ...metadata,
    labels: [...metadata.labels],
    matched_rules: [...match(job_name).rules],
  }));
  return metadataPage({ ...frame, rules, jobs, ...more });
}
