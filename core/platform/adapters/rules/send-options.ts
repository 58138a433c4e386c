import { createHash } from 'node:crypto';
import { Failure } from '../../failure.ts';
import type { SendOptions } from '../../ports/queue.ts';
import { assertWithin } from './claim-checks.ts';

/** SQS's limits, so that a laptop refuses what the cloud refuses. */
export function assertSendOptions(isOrdered: boolean, { delaySeconds = 0, group }: SendOptions) {
  assertWithin('delaySeconds', delaySeconds, 0, 900);
  if (!isOrdered && group === undefined) return;
  if (!isOrdered) throw invalid('Only messages of an ordered queue have a group');
  if (!group) throw invalid('A message of an ordered queue needs a group');
  if (delaySeconds > 0) throw invalid('A message of an ordered queue cannot be delayed');
}

/** The name of a group in SQS, which takes up to 128 letters, digits and ASCII punctuation marks. */
export function messageGroupId(group: string): string {
  if (/^[!-~]{1,128}$/.test(group)) return group;
  return createHash('sha256').update(group).digest('hex');
}

function invalid(text: string): Failure {
  return new Failure('invalid', 'out_of_range', text);
}
