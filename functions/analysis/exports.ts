import { answerFile } from '#core/analysis/base/job-files.ts';
import { pushResult } from '#core/analysis/issues/portal/push-result.ts';
import { readCompleted } from '#core/analysis/jobs/read-job.ts';
import { correctedXml } from '#core/analysis/results/corrected-xml.ts';
import { isCorrected } from '#core/analysis/results/overlay.ts';
import { enrichedFile } from '#core/analysis/results/read-envelope.ts';
import { longText } from '#core/http/reply/long-text.ts';
import { file, json, redirect } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { exportReplies, jobParams } from '#core/analysis/base/schema/route-parts.ts';

export const sarif = endpoint({
  summary: 'Get the failures of an analysis as SARIF 2.1.0, for code scanning tools',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The file', type: 'application/sarif+json' },
    ...exportReplies,
  },
  async run({ platform, params }) {
    const { sarifText } = await import('#core/analysis/results/export/sarif.ts');
    const job = await readCompleted(platform, params.job_id);
    return longText(platform, sarifText(platform, job), {
      type: 'application/sarif+json; charset=utf-8',
      fileName: `${job.id}.sarif`,
      key: answerFile(job.id, 'sarif.json'),
    });
  },
});

const type = 'application/xml';

export const enrichedXml = endpoint({
  summary: 'Get the JUnit XML of an analysis, with the explanations added',
  access: 'public',
  params: jobParams,
  replies: { 200: { description: 'The file', type }, ...exportReplies },
  async run({ platform, params }) {
    const job = await readCompleted(platform, params.job_id);
    if (job.has_xml && isCorrected(job)) {
      const as = { type, fileName: `${job.id}.xml`, key: answerFile(job.id, 'enriched.xml') };
      return longText(platform, correctedXml(platform, job), as);
    }
    const disposition = `attachment; filename="${job.id}.xml"`;
    const result = await enrichedFile(platform, job, { type, disposition });
    if ('link' in result) return redirect(302, result.link);
    return file(type, result.content, { headers: { 'content-disposition': disposition } });
  },
});

export const push = endpoint({
  summary: 'Push the classes of an analysis to the report portal',
  access: 'writer',
  params: jobParams,
  replies: {
    200: {
      description: 'The results that were pushed, and those that were not',
      schema: pushResult,
    },
    202: { description: 'The analysis is not finished yet' },
    400: { description: 'A server setting is missing' },
    403: { description: 'The portal is not enabled, or you are not in ALLOWED_USERS' },
    404: { description: 'No such job' },
    409: { description: 'The analysis failed' },
  },
  async run({ platform, caller, params }) {
    const { pushReports } = await import('#core/analysis/issues/portal/push-reports.ts');
    return json(200, await pushReports(platform, caller, params.job_id));
  },
});
