// functions/images/worker/lambda.ts with the sample's manifest.
import { environment } from '#core/platform/config.ts';
import { chosenJob } from '#functions/images/worker/chosen-job.ts';
import { sample } from './sample-job.ts';

export const handler = await chosenJob(environment(), sample);
