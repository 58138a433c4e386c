import { expect, it } from 'vitest';
import { mentionsIn } from '#core/analysis/people/discussion/mentions-in.ts';
import { discussion } from '#core/analysis/pages/job/cards/discussion.ts';
import { sampleDiscussion, sampleJobPage } from '#test/support/sample-analysis.ts';

it('names the mentioned users, and marks the same names on the page', () => {
  const comment = 'cc @Zoë and (@grace-h), not mail@xia.example';
  expect(mentionsIn(comment)).toEqual(['zoë', 'grace-h']);
  const comments = sampleDiscussion.comments.slice(0, 1).map((each) => ({ ...each, comment }));
  const view = sampleJobPage({ styles: '', scripts: '' } as never);
  const [group] = view.selection.shown;
  const page = String(discussion(view, { ...group!, comments }));
  expect(page).toContain(
    'cc <strong>@Zoë</strong> and (<strong>@grace-h</strong>), not mail@xia.example',
  );
});
