import { maskSecrets } from '#core/text/mask.ts';
import { checkQuotes } from '../answer/check-quotes.ts';
import type { AnalysisDetail } from '../../base/schema/detail.ts';
import type { JobGroup } from '../../base/tables/job-tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { sourcesOf, type Subject } from '../prompts/subject.ts';

export interface Checked {
  readonly detail: AnalysisDetail;
  /** Quotes that are not in what the model was given, and were removed. */
  readonly removed: number;
  readonly fixFile: JobGroup['fix_file'];
}

/** Believes only what can be looked up: quotes that are in their source, and changes to a line that
 * exists. A change that cannot be looked up becomes a sentence of the details that says so. */
export async function checkAnswer(subject: Subject, answer: AnalysisDetail): Promise<Checked> {
  const read = sourcesOf(subject);
  const { evidence, removed } = await checkQuotes(answer.artifacts_evidence, read);
  // Quotes of files are as these are (S10).
  const detail = { ...answer, artifacts_evidence: maskSecrets(evidence, subject.secrets) };
  const { product_bug_report: bug, code_fix: fix } = answer;
  if (bug) {
    const quotes = await checkQuotes(bug.evidence, read);
    detail.product_bug_report = { ...bug, evidence: maskSecrets(quotes.evidence, subject.secrets) };
    return { detail, removed: removed + quotes.removed, fixFile: null };
  }
  if (!fix) return { detail, removed, fixFile: null };
  const { workspace } = subject;
  const place = await findPlace(workspace, fix);
  if (place) {
    const hash = await workspace?.tree.hash(place.path);
    detail.code_fix = { ...fix, file: place.name };
    return { detail, removed, fixFile: hash === undefined ? null : { path: place.name, hash } };
  }
  const where = `${fix.file}${fix.line === '' ? '' : `:${fix.line}`}`;
  const why = workspace
    ? 'which is not in the cloned repositories'
    : 'but no repository was cloned';
  detail.code_fix = false;
  detail.details = `${answer.details}\n\nUnverified suggestion (${where}, ${why}): ${fix.change}`;
  return { detail, removed, fixFile: null };
}

/** `12`, `12-14`, `L12`; a change without a line is one to the whole file. */
async function findPlace(
  workspace: Workspace | undefined,
  { file, line }: { readonly file: string; readonly line: string },
) {
  const match = await workspace?.find(file);
  if (!match) return undefined;
  const numbers = (line.match(/\d{1,9}/g) ?? []).map(Number);
  const isThere = numbers.every((number) => number >= 1 && number <= match.lines);
  return isThere ? match : undefined;
}
