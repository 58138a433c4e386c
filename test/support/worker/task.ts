// functions/images/worker/task.ts with the sample's manifest.
import { workOne } from '#functions/images/worker/work-one.ts';
import { sample } from './sample-job.ts';

process.exit(await workOne(sample));
