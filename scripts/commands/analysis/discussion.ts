import type { Discussion, MentionList } from '#core/analysis/base/schema/views.ts';
import { ago } from '../line/ago.ts';
import { usage } from '../line/group.ts';
import { plain } from '../line/plain.ts';
import { paint } from '../line/shell.ts';
import { fitted } from '../line/table.ts';
import { numberOf, textOf, type Context } from './context.ts';
import { call, part } from './run-command.ts';

const pathOf = (job: string | undefined, rest: string) => `/results/${part(job)}${rest}`;

/** Which failure of a job. */
export function targetOf({ options }: Context, test: string | undefined) {
  const child = textOf(options, 'child');
  const build = numberOf(options, 'child-build');
  return {
    test_name: test ?? '',
    ...(child !== undefined && { child_job_name: child }),
    ...(build !== undefined && { child_build_number: build }),
  };
}

export const list = call<Discussion>(
  ([job]) => ({ path: pathOf(job, '/comments') }),
  ({ comments, reviews }, { shell }) => {
    const texts = comments.map(({ id, test_name, username, comment, created_at }) => {
      const head = `${id}  ${test_name}  ${username || 'anonymous'}, ${ago(created_at)}`;
      return `${paint(shell.stdout, 'bold', plain(head))}\n  ${plain(comment).replaceAll('\n', '\n  ')}`;
    });
    const reviewed = Object.entries(reviews).filter(([, review]) => review.reviewed);
    const marks = reviewed.map(([test, { username }]) => ['reviewed', test, username]);
    return [...texts, fitted(shell, marks)].join('\n').trimEnd() || 'No comments yet.';
  },
);

export const add = call<{ id: number }>(
  ([job, test, comment], context) => ({
    method: 'POST',
    path: pathOf(job, '/comments'),
    body: { ...targetOf(context, test), comment },
  }),
  ({ id }) => `Added comment ${id}`,
);

export const ask = call<{ id: number; comment: string }>(
  ([job, test, question], context) => ({
    method: 'POST',
    path: pathOf(job, '/ask'),
    body: { ...targetOf(context, test), question },
  }),
  ({ comment }) => plain(comment),
);

export const remove = call(
  ([job, id]) => ({ method: 'DELETE', path: pathOf(job, `/comments/${part(id)}`) }),
  (_, __, [, id]) => `Deleted comment ${id ?? ''}`,
);

export const setReviewed = call<{ reviewed_by: string }>(
  ([job, test], context) => ({
    method: 'PUT',
    path: pathOf(job, '/reviewed'),
    body: { ...targetOf(context, test), reviewed: context.options['not-reviewed'] !== true },
  }),
  (_, { options }, [, test]) =>
    options['not-reviewed'] === true
      ? `${plain(test ?? '')} is not reviewed`
      : `${plain(test ?? '')} is reviewed`,
);

const classes = ['CODE ISSUE', 'PRODUCT BUG', 'INFRASTRUCTURE'];

export const override = call<{ classification: string }>(
  ([job, test, classification = ''], context) => {
    if (!classes.includes(classification)) {
      throw usage(
        `The class must be CODE ISSUE, PRODUCT BUG or INFRASTRUCTURE, not ${classification}`,
      );
    }
    const body = { ...targetOf(context, test), classification };
    return { method: 'PUT', path: pathOf(job, '/override-classification'), body };
  },
  ({ classification }, _, [, test]) => `${plain(test ?? '')} is ${plain(classification)}`,
);

export const mentions = call<MentionList>(
  () => ({ path: '/api/users/mentions' }),
  ({ mentions: all }, { shell }) =>
    all.length === 0
      ? 'No one has mentioned you.'
      : fitted(shell, [
          ['JOB', 'WHEN', 'BY', 'TEST', 'COMMENT'],
          ...all.map((each) => [
            each.job_id,
            ago(each.created_at),
            each.username || '-',
            each.test_name,
            each.comment,
          ]),
        ]),
);
