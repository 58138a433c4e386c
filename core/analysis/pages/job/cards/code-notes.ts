import { count } from '#core/text/count.ts';
import { html, type Html } from '#core/web/html.ts';
import { causeOwners } from '../../../results/cause-owners.ts';
import { citedChanges } from '../view/cited-changes.ts';
import type { Group } from '../view/groups.ts';
import type { JobPageView } from '../view/job-view.ts';
import { problemOf } from './failure-text.ts';

const maxPaths = 5;
const maxOwners = 10;

/** Says so where a cause names a file that changed. */
export function changedNote(view: JobPageView, { analysis, tests }: Group): Html | false {
  const { changes } = view.job;
  if (!changes) return false;
  const [first] = tests;
  const frames = first ? problemOf(view, first).frames : [];
  const cited = citedChanges(changes, analysis, frames);
  if (cited.length === 0) return false;
  return html`<p class="changed-note break">
    <strong>Changed since ${changes.since}:</strong>
    ${cited.slice(0, maxPaths).map((path, at) => html`${at > 0 && ', '}<code>${path}</code>`)}${cited.length > maxPaths && html` and ${count(cited.length - maxPaths, 'more file')}`}
  </p>`;
}

/** The owners of the files that a cause names, for whom it is. */
export function ownersNote({ ownerRules, job }: JobPageView, { analysis }: Group): Html | false {
  const owners = causeOwners(ownerRules, analysis, job);
  if (owners.length === 0) return false;
  return html`<p class="break">
    <strong>Owners of the code:</strong> ${owners.slice(0, maxOwners).join(', ')}
  </p>`;
}
