import { answerFile } from '#core/analysis/base/job-files.ts';
import { envelopeText } from '#core/analysis/results/read-envelope.ts';
import { readJob } from '#core/analysis/jobs/read-job.ts';
import { resultEnvelope } from '#core/analysis/base/schema/views.ts';
import { isOpen } from '#core/analysis/base/tables/tables.ts';
import { longText } from '#core/http/reply/long-text.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'An analysis with its result',
  access: 'visitor',
  params: jobParams,
  replies: {
    200: { description: 'It has ended', schema: resultEnvelope },
    202: { description: 'It is queued or running', schema: resultEnvelope },
    302: { description: 'To a result that is too large for a reply, in the cloud' },
    404: { description: 'No such job' },
  },
  async run({ platform, params }) {
    const job = await readJob(platform, params.job_id);
    return longText(platform, envelopeText(platform, job), {
      status: isOpen(job) ? 202 : 200,
      type: 'application/json; charset=utf-8',
      key: answerFile(job.id, 'result.json'),
    });
  },
});
