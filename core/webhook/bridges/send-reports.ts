import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { WorkflowRun } from '#core/scm/workflow-runs.ts';
import { oneLine } from '#core/text/one-line.ts';
import { isUrlWithoutLogin, withoutSlashes } from '#core/text/url.ts';
import type { Bridge } from '../configuration/repository-settings.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { postTo } from './post-to.ts';

type Context = Pick<HandlerContext, 'platform' | 'signal' | 'settings'>;

/** The service has a limit of 4 MB for a request in the cloud. */
const largestBody = 3_900_000;
/** As long as the service takes them. */
const maxNameLength = 1_000;
const maxBranchLength = 500;

const queued = z.object({ job_id: z.string(), result_url: z.string() });
const upload = z.object({ upload_id: z.string(), url: z.string() });

interface Reports {
  readonly xml: string;
  readonly key: string;
  readonly run: WorkflowRun;
}

/** Queues an analysis of JUnit XML. The same key is the same analysis. */
export async function sendReports(
  context: Context,
  analysis: Bridge,
  { xml, key, run }: Reports,
): Promise<{ readonly id: string; readonly link: string }> {
  const isLarge = Buffer.byteLength(JSON.stringify(xml)) > largestBody;
  const reply = await postTo(context, analysis, '/analyze-failures', {
    body: {
      ...(isLarge ? { raw_xml_upload: await store(context, analysis, xml) } : { raw_xml: xml }),
      ...runFields(context.settings, run),
    },
    headers: { prefer: 'respond-async', 'idempotency-key': key },
  });
  const { job_id: id, result_url: url } = queued.parse(JSON.parse(reply.text()));
  return { id, link: absolute(analysis, url) };
}

/** The runs of a workflow are compared with each other. */
function runFields({ fullName }: Pick<HandlerContext['settings'], 'fullName'>, run: WorkflowRun) {
  const { name, run_number, head_branch: branch, head_sha: commit, html_url } = run;
  return {
    job_name: oneLine(`${fullName}/${name}`, maxNameLength),
    ...(run_number > 0 && { build_number: run_number }),
    ...(branch && { branch: branch.slice(0, maxBranchLength) }),
    commit,
    ...(isUrlWithoutLogin(html_url) && { run_url: html_url }),
  };
}

/** Without a public address the service gives paths. */
function absolute({ url }: Bridge, place: string): string {
  return place.startsWith('/') ? withoutSlashes(url) + place : place;
}

/** The id of the uploaded file. */
async function store(context: Context, analysis: Bridge, xml: string): Promise<string> {
  const { platform, signal } = context;
  const reply = await postTo(context, analysis, '/uploads', { body: {} });
  const { upload_id: id, url } = upload.parse(JSON.parse(reply.text()));
  const place = new URL(absolute(analysis, url));
  // In the cloud it is the store's address, which is signed and gets no key.
  const isService = place.origin === new URL(analysis.url).origin;
  const { status } = await platform.fetch(place.href, {
    method: 'PUT',
    headers:
      isService && analysis.key !== undefined ? { authorization: `Bearer ${analysis.key}` } : {},
    body: xml,
    retries: 4,
    signal,
    trusted: isService,
    timeoutMilliseconds: 300_000,
  });
  if (status < 300) return id;
  throw new Failure('upstream', 'upload', `The upload of the reports was answered with ${status}`);
}
