import { evaluateNow } from '../merge/evaluate-now.ts';
import { assignReviewers } from '../pull-request/assign-reviewers.ts';
import { setUp } from '../pull-request/set-up.ts';
import { onNewHead } from '../verdicts/on-new-head.ts';
import { analyze } from './actions/analyze.ts';
import { assignReviewer } from './actions/assign-reviewer.ts';
import { setCherryPicks } from './actions/cherry-pick.ts';
import { retest } from './actions/retest.ts';
import { setAutomerge, setHold, setVerified, setWip, verdictAction } from './actions/set-labels.ts';
import type { CommandAction } from './command-call.ts';
import type { CommandName } from './read-commands.ts';

export const commandTable: Readonly<Record<CommandName, CommandAction>> = {
  wip: setWip,
  hold: setHold,
  verified: setVerified,
  lgtm: verdictAction('lgtm-'),
  approve: verdictAction('approved-'),
  automerge: setAutomerge,
  retest,
  'cherry-pick': setCherryPicks,
  async 'assign-reviewers'({ context, pull }) {
    const { reviewers } = await assignReviewers(context, pull);
    context.log.info(`Reviews requested: ${reviewers.length}`);
    return undefined;
  },
  'assign-reviewer': assignReviewer,
  async 'check-can-merge'({ context, pull }) {
    const outcome = await evaluateNow(context, pull.number);
    return outcome === 'skipped'
      ? 'only an open pull request that is no draft is looked at.'
      : undefined;
  },
  async reprocess({ context, pull, writtenAt }) {
    // The event of the newest commits may be lost.
    await onNewHead(context, pull, { before: '', isChange: false, at: writtenAt });
    await setUp(context, pull, { isWelcomed: true });
    return undefined;
  },
  analyze,
};
