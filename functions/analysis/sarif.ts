import { sarifText } from '#core/analysis/results/export/sarif.ts';
import { answerFile } from '#core/analysis/base/job-files.ts';
import { readCompleted } from '#core/analysis/jobs/read-job.ts';
import { longText } from '#core/http/reply/long-text.ts';
import { endpoint } from './endpoint.ts';
import { exportReplies, jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'The failures of an analysis as SARIF 2.1.0, for code scanning tools',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The file', type: 'application/sarif+json' },
    ...exportReplies,
  },
  async run({ platform, params }) {
    const job = await readCompleted(platform, params.job_id);
    return longText(platform, sarifText(platform, job), {
      type: 'application/sarif+json; charset=utf-8',
      fileName: `${job.id}.sarif`,
      key: answerFile(job.id, 'sarif.json'),
    });
  },
});
