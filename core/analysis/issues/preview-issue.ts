import type { IssueTarget } from '#core/analysis/base/tables/issue-table.ts';
import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { asIs } from '#core/text/quote.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { oneLine } from '#core/text/one-line.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { fill } from '#core/text/template.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import { meaningfulWords } from './tracker/meaningful-words.ts';
import { askForIssue } from './ask-for-issue.ts';
import { calmText } from '#core/text/markdown/calm-text.ts';
import { issueFacts } from './issue-facts.ts';
import { issueLinks } from './issue-links.ts';
import type { IssuePreview, previewBody, SimilarIssue } from './places/issue-schema.ts';
import type { IssuePlace } from './places/issue-place.ts';
import { openPlace, type PlaceNeeds } from './places/open-place.ts';
import { readSubject, type IssueSubject } from './read-subject.ts';
import { longestTitle } from './signed-issue.ts';

type Needs = PlaceNeeds & Pick<Platform, 'blobs' | 'ai' | 'templates' | 'home' | 'log'>;

/** The text for an issue about a failure, by a model or else by our template, and issues that are
 * perhaps about the same. Nothing is filed. */
export async function previewIssue(
  needs: Needs,
  caller: Caller,
  target: IssueTarget,
  job_id: string,
  request: z.output<typeof previewBody>,
): Promise<IssuePreview> {
  const { test_name, child_job_name, child_build_number, include_links, ...rest } = request;
  const { ai_provider, ai_model, ...access } = rest;
  const place = await openPlace(needs, caller, target, { job_id, access, needsToken: false });
  const wanted = { test_name, child_job_name, child_build_number };
  const subject = await readSubject(needs, job_id, wanted);
  const secrets = secretsOf(needs.environment);
  const facts = issueFacts(subject, secrets);
  const [written, similar_issues] = await Promise.all([
    askForIssue(needs, subject, facts, { ai_provider, ai_model }),
    similarIssues(needs, place, subject),
  ]);
  const template = async () =>
    fill(await needs.templates.read('analysis/issues/prompts/issue-body'), facts, asIs);
  const body = written ? calmText(maskSecrets(written.body, secrets)) : await template();
  const { PUBLIC_BASE_URL } = analysisSettings(needs.environment);
  const links = include_links ? issueLinks(PUBLIC_BASE_URL, subject.job) : '';
  return {
    title: oneLine(maskSecrets(written?.title ?? facts.title, secrets), longestTitle),
    body: `${body.trim()}\n${links}`,
    similar_issues,
  };
}

const mostWords = 5;

/** Best effort: without an answer there are none. */
async function similarIssues(
  { log }: Pick<Needs, 'log'>,
  place: IssuePlace,
  { failure: { analysis, test_name, error } }: IssueSubject,
): Promise<SimilarIssue[]> {
  const report = analysis.product_bug_report;
  const text = report
    ? [...report.tracker_search_keywords, report.title].join(' ')
    : `${test_name.split(/[.:]/).at(-1) ?? ''} ${error.split('\n', 1)[0] ?? ''}`;
  const words = meaningfulWords(text).filter(({ length }) => length >= 3 && length <= 40);
  if (words.length === 0) return [];
  try {
    return [...(await place.similar(words.slice(0, mostWords)))];
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    log('WARNING', 'the search for similar issues failed', { error: failure.message });
    return [];
  }
}
