import type { Platform } from '#core/platform/ports/platform.ts';
import { readCapabilities } from '../base/configuration/capabilities.ts';
import { answerFile, enrichedXml } from '../base/job-files.ts';
import type { ResultEnvelope } from '../base/schema/views.ts';
import type { StoredFailure } from '../base/schema/stored-result.ts';
import { analysisSettings } from '../base/settings.ts';
import { isOpen, type Job } from '../base/tables/job-tables.ts';
import { isCorrected, overlaidChild, overlaidFailure } from './overlay.ts';
import { readJob } from '../jobs/read-job.ts';
import { readResult } from '../jobs/read-stored-result.ts';
import { Failure } from '#core/platform/failure.ts';
import type { BlobContent } from '#core/platform/ports/blobs.ts';

type Needs = Pick<Platform, 'blobs' | 'environment'>;

/** A job with its result, as JSON text. */
export async function readEnvelope(needs: Needs & Pick<Platform, 'records'>, id: string) {
  const job = await readJob(needs, id);
  return {
    isOpen: isOpen(job),
    text: envelopeText(needs, job),
    /** Where a text that is too large for a reply is stored. */
    key: answerFile(id, 'result.json'),
  };
}

/** A job with its result as JSON text, piece by piece: `enriched_xml` may be as large as its input. */
async function* envelopeText(needs: Needs, job: Job): AsyncGenerator<string, void> {
  const { result, ...envelope } = headOf(needs, job);
  const stored = await readResult(needs, job);
  const own = { child_job_name: '', child_build_number: 0 };
  yield `${openJson(envelope)},"result":${openJson(result)},"failures":`;
  yield* failuresText(stored.failures, (each) => overlaidFailure(each, own, job.overrides));
  if ('job_name' in result) {
    yield ',"child_job_analyses":';
    yield* arrayText(stored.child_job_analyses, (each) =>
      JSON.stringify(overlaidChild(each, job.overrides), onlyPublic),
    );
  } else {
    yield ',"enriched_xml":';
    yield* enrichedText(needs, job);
  }
  yield '}}';
}

/** Pages use the others; answers have the fields of the interface. */
function onlyPublic(key: string, value: unknown): unknown {
  return ['trace', 'group', 'is_unanswered'].includes(key) ? undefined : value;
}

type Result = ResultEnvelope['result'];
type Long = 'failures' | 'child_job_analyses' | 'enriched_xml';
type Head = Omit<ResultEnvelope, 'result'> & {
  result: Omit<Extract<Result, { job_name: string }>, Long> | Omit<Result, Long>;
};

function headOf({ environment }: Pick<Platform, 'environment'>, job: Job): Head {
  const { id: job_id, status, kind, job_name, build_number, ci_url, params, findings } = job;
  const { summary, ai_provider, ai_model, progress_phase, progress_log, error, writer } = job;
  const base_url = analysisSettings(environment).PUBLIC_BASE_URL ?? '';
  return {
    job_id,
    ci_url,
    status,
    base_url,
    result_url: `${base_url}/results/${job_id}`,
    ...(kind === 'direct' && runOfJob(job)),
    ...(job.changes && { changes: job.changes }),
    created_at: job.created_at,
    completed_at: job.completed_at,
    analysis_started_at: job.analysis_started_at,
    capabilities: readCapabilities(environment),
    result: {
      job_id,
      status,
      summary,
      ai_provider,
      ai_model,
      ...(kind === 'build' && { job_name, build_number, ci_url }),
      request_params: {
        ...params,
        ...job.build,
        ...(findings ?? noFindings),
        writer,
        ...(job.retried && { passed_on_retry: job.retried }),
      },
      progress_phase,
      progress_log,
      ...(error !== null && { error }),
    },
  };
}

function runOfJob({ job_name, build_number, source }: Job): Pick<Head, 'run'> {
  if (job_name === '' && source === null) return {};
  const { branch = null, commit = null, run_url = null } = source ?? {};
  const name = job_name || null;
  return { run: { job_name: name, build_number: build_number || null, branch, commit, run_url } };
}

const noFindings = { unverified_quotes: 0, overrides_applied: [], notes: [] };

/** An object's JSON without the closing brace. */
function openJson(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

function* arrayText<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): Generator<string> {
  yield '[';
  for (const [at, item] of items.entries()) yield `${at === 0 ? '' : ','}${textOf(item)}`;
  yield ']';
}

/** The failures of a group share their analysis, which becomes text once. */
function failuresText(
  failures: readonly StoredFailure[],
  change = (failure: StoredFailure) => failure,
): Generator<string> {
  const texts = new Map<object, string>();
  return arrayText(failures, (failure) => {
    const { analysis, peer_debate, trace: _, group: _group, ...all } = change(failure);
    const { is_unanswered: _silent, ...own } = all;
    const text = texts.get(analysis) ?? openJson({ analysis, peer_debate }).slice(1);
    texts.set(analysis, text);
    return `${openJson(own)},${text}}`;
  });
}

async function* enrichedText(needs: Needs, job: Job): AsyncGenerator<string, void> {
  const { id, has_xml, status } = job;
  if (has_xml && status === 'completed' && isCorrected(job)) {
    // Most results have no corrections.
    const { correctedXml } = await import('./corrected-xml.ts');
    yield '"';
    for await (const part of correctedXml(needs, job)) yield inner(part);
    yield '"';
    return;
  }
  const file =
    has_xml && status === 'completed' ? await needs.blobs.get(enrichedXml(id)) : undefined;
  if (!file) {
    yield 'null';
    return;
  }
  // A byte order mark is part of the text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  yield '"';
  // The decoder keeps the beginning of a character for the next piece.
  for await (const part of file.body) yield inner(decoder.decode(part, { stream: true }));
  yield `${inner(decoder.decode())}"`;
}

function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const linkSeconds = 300;

/** The XML of the request with the analyses in it; a link in homes whose replies are limited. */
export async function enrichedFile(
  { blobs }: Pick<Platform, 'blobs'>,
  { id, has_xml }: Job,
  as: { readonly type: string; readonly disposition: string },
): Promise<{ readonly link: string } | { readonly content: BlobContent }> {
  const key = enrichedXml(id);
  if (!has_xml || !(await blobs.head(key))) throw noXml(id);
  const link = await blobs.link(key, 'GET', linkSeconds, as);
  if (link !== undefined) return { link };
  const content = await blobs.get(key);
  if (!content) throw noXml(id);
  return { content };
}

function noXml(id: string): Failure {
  return new Failure('missing', 'no_xml', `Job ${id} was not started with JUnit XML`);
}

/** The FailureAnalysisResult of an ended job as JSON text, piece by piece: its XML may be as large as
 * the request's. */
export async function* directAnswer(needs: Needs, job: Job): AsyncGenerator<string, void> {
  const { id: job_id, status, ai_provider, ai_model } = job;
  const summary = job.error ?? job.summary;
  const head = JSON.stringify({ job_id, status, summary, ai_provider, ai_model });
  yield `${head.slice(0, -1)},"failures":`;
  const { failures } = await readResult(needs, job);
  const own = { child_job_name: '', child_build_number: 0 };
  yield* failuresText(failures, (each) => overlaidFailure(each, own, job.overrides));
  yield ',"enriched_xml":';
  yield* enrichedText(needs, job);
  yield '}';
}
