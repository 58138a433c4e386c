import type { IssueTarget } from '../base/tables/issue-table.ts';
import { aiCalls } from '../base/tables/tables.ts';
import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { asIs, quote } from '#core/text/quote.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { oneLine } from '#core/text/one-line.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { fill } from '#core/text/template.ts';
import { analysisSettings } from '../base/settings.ts';
import { meaningfulWords } from './tracker/meaningful-words.ts';
import { singleTildeText } from '#core/text/markdown/single-tilde-text.ts';
import { readSubject, type Subject } from '../results/read-subject.ts';
import { issueFacts, issueLinks, type IssueFacts } from './issue-facts.ts';
import type { IssuePreview, previewBody, SimilarIssue } from './places/issue-schema.ts';
import type { IssuePlace } from './places/issue-place.ts';
import { openPlace, type PlaceNeeds } from './places/open-place.ts';
import { maxTitleLength } from './signed-issue.ts';
import { offline } from '#core/ai/provider-ids.ts';
import { taskLine } from '#core/ai/task.ts';
import { jsonObjects } from '#core/text/json.ts';
import { chooseModel, installedModel } from '../base/configuration/model.ts';
import { callOf } from '../explain/ask/ask-model.ts';
import { notBlank } from '../base/schema/request.ts';

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
  const failureTarget = { test_name, child_job_name, child_build_number };
  const subject = await readSubject(needs, job_id, failureTarget);
  const secrets = secretsOf(needs.environment);
  const facts = issueFacts(subject, secrets);
  const [draft, similar_issues] = await Promise.all([
    askForIssue(needs, subject, facts, { ai_provider, ai_model }),
    similarIssues(needs, place, subject),
  ]);
  const template = async () =>
    fill(await needs.templates.read('analysis/issues/prompts/issue-body'), facts, asIs);
  const body = draft ? singleTildeText(maskSecrets(draft.body, secrets)) : await template();
  const { PUBLIC_BASE_URL } = analysisSettings(needs.environment);
  const links = include_links ? issueLinks(PUBLIC_BASE_URL, subject.job) : '';
  return {
    title: oneLine(maskSecrets(draft?.title ?? facts.title, secrets), maxTitleLength),
    body: `${body.trim()}\n${links}`,
    similar_issues,
  };
}

const maxWords = 5;

/** Best effort: without an answer there are none. */
async function similarIssues(
  { log }: Pick<Needs, 'log'>,
  place: IssuePlace,
  { failure: { analysis, test_name, error } }: Subject,
): Promise<SimilarIssue[]> {
  const report = analysis.product_bug_report;
  const text = report
    ? [...report.tracker_search_keywords, report.title].join(' ')
    : `${test_name.split(/[.:]/).at(-1) ?? ''} ${error.split('\n', 1)[0] ?? ''}`;
  const words = meaningfulWords(text).filter(({ length }) => length >= 3 && length <= 40);
  if (words.length === 0) return [];
  try {
    return [...(await place.similar(words.slice(0, maxWords)))];
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    log('WARNING', 'the search for similar issues failed', { error: failure.message });
    return [];
  }
}

type AskNeeds = Pick<
  Platform,
  'ai' | 'records' | 'clock' | 'environment' | 'templates' | 'home' | 'log'
>;

const text = z.string().check(notBlank);
const answer = z.object({ title: text, body: text });

/** The model's text of an issue; undefined: there is no model, or its answer is not usable. */
async function askForIssue(
  needs: AskNeeds,
  { job }: Subject,
  { description, facts, parts, title }: IssueFacts,
  choice: { readonly ai_provider: string; readonly ai_model: string },
): Promise<z.output<typeof answer> | undefined> {
  const model = await choose(needs, choice);
  // The offline analyst writes no prose of its own.
  if (!model || model.ai_provider === offline) return undefined;
  const quoted = [
    quote('Title', title),
    quote('Facts', facts.map(({ name, value }) => `${name}: ${value}`).join('\n')),
    quote('Description', description),
    ...parts.map((part) => quote(part.title, part.text)),
  ];
  const template = await needs.templates.read('analysis/issues/prompts/issue-prompt');
  const prompt = `${taskLine({ kind: 'issue' })}${fill(template, { quoted }, asIs)}`;
  const inputHash = `${job.id} issue`;
  try {
    const reply = await needs.ai.ask({
      provider: model.ai_provider,
      model: model.ai_model,
      prompt,
      inputHash,
      work: job.id,
      timeoutMilliseconds: needs.home.callMilliseconds,
      accepts: (reply) => read(reply) !== undefined,
    });
    await needs.records.add(aiCalls, [callOf(needs, job, model, reply, `${inputHash} ${prompt}`)]);
    return read(reply.text);
  } catch (error) {
    if (!isFailure(error, 'upstream') && !isFailure(error, 'configuration')) throw error;
    needs.log('WARNING', 'a model wrote no issue', { job_id: job.id, error: error.message });
    return undefined;
  }
}

/** The first object in the answer that is an issue. */
function read(reply: string): z.output<typeof answer> | undefined {
  for (const object of jsonObjects(reply)) {
    const { data } = answer.safeParse(object);
    if (data) return data;
  }
  return undefined;
}

/** Undefined: none is configured. A wrong one is Failure('invalid'). */
async function choose(
  { environment, ai }: Pick<AskNeeds, 'environment' | 'ai'>,
  { ai_provider, ai_model }: { readonly ai_provider: string; readonly ai_model: string },
) {
  try {
    const model = { ai_provider: ai_provider || undefined, ai_model: ai_model.trim() || undefined };
    return await installedModel({ ai }, chooseModel(environment, model));
  } catch (error) {
    if (isFailure(error, 'invalid', 'no_model')) return undefined;
    throw error;
  }
}
