import { evaluateNow } from '../merge/evaluate-now.ts';
import { assignReviewers } from '../pull-request/assign-reviewers.ts';
import { setUp } from '../pull-request/set-up.ts';
import { analyze } from './actions/analyze.ts';
import { assignReviewer } from './actions/assign-reviewer.ts';
import { setCherryPicks } from './actions/cherry-pick.ts';
import { retest } from './actions/retest.ts';
import { labelAction, setWip, verdictAction } from './actions/set-labels.ts';
import type { CommandAction } from './command-call.ts';
import type { Role } from './permissions.ts';
import type { CommandName } from './read-commands.ts';

interface Entry {
  readonly role: Role;
  /** The author may give it without the role. */
  readonly isForAuthor?: boolean;
  /** The author does not decide about the change. */
  readonly isNotForAuthor?: boolean;
  readonly act: CommandAction;
}

export const commandTable: Readonly<Record<CommandName, Entry>> = {
  wip: { role: 'member', isForAuthor: true, act: setWip },
  hold: { role: 'member', act: labelAction('hold') },
  verified: { role: 'member', act: labelAction('verified') },
  lgtm: { role: 'member', isNotForAuthor: true, act: verdictAction('lgtm-') },
  approve: { role: 'approver', isNotForAuthor: true, act: verdictAction('approved-') },
  automerge: { role: 'merger', act: labelAction('automerge') },
  retest: { role: 'member', act: retest },
  'cherry-pick': { role: 'merger', act: setCherryPicks },
  'assign-reviewers': {
    role: 'member',
    async act({ context, pull }) {
      const { reviewers } = await assignReviewers(context, pull);
      context.log.info(`Reviews requested: ${reviewers.length}`);
      return undefined;
    },
  },
  'assign-reviewer': { role: 'member', act: assignReviewer },
  'check-can-merge': {
    role: 'member',
    isForAuthor: true,
    async act({ context, pull }) {
      const outcome = await evaluateNow(context, pull.number);
      return outcome === 'skipped'
        ? 'only an open pull request that is no draft is looked at.'
        : undefined;
    },
  },
  reprocess: {
    role: 'member',
    async act({ context, pull }) {
      await setUp(context, pull, { isWelcomed: true });
      return undefined;
    },
  },
  analyze: { role: 'member', act: analyze },
};
