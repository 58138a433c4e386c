import { enrichedFile } from '#core/analysis/results/export/enriched-file.ts';
import { readCompleted } from '#core/analysis/jobs/read-job.ts';
import { file, redirect } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { exportReplies, jobParams } from './job-route.ts';

const type = 'application/xml';

export const handler = endpoint({
  summary: 'The JUnit XML of an analysis with the explanations in it',
  access: 'public',
  params: jobParams,
  replies: { 200: { description: 'The file', type }, ...exportReplies },
  async run({ platform, params }) {
    const job = await readCompleted(platform, params.job_id);
    const disposition = `attachment; filename="${job.id}.xml"`;
    const found = await enrichedFile(platform, job, { type, disposition });
    if ('link' in found) return redirect(302, found.link);
    return file(type, found.content, { headers: { 'content-disposition': disposition } });
  },
});
