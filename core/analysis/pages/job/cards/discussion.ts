import { html, type Html, type HtmlValue } from '#core/web/html.ts';
import { choice, formError, textArea } from '#core/web/parts/form.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import { mention } from '../../../people/discussion/mentions.ts';
import type { CommentView } from '../../../base/schema/records.ts';
import type { Group } from '../view/groups.ts';
import { jobUrl } from '../../urls.ts';
import { jobForm } from '../view/job-form.ts';
import type { JobPageView } from '../view/job-view.ts';
import { deleteComment } from '../view/questions.ts';

/** More tests than this are not offered as a choice. */
const maxChoices = 50;
/** Shown of a group; anybody may add thousands, each of 10,000 characters. */
const maxComments = 100;

/** The comments on the tests of a group, and the form for another one. */
export function discussion(view: JobPageView, group: Group): Html {
  const { comments } = group;
  const form = commentForm(view, group);
  if (comments.length === 0) {
    return html`<details class="more discussion" data-key="comments">
      <summary>Comment</summary>
      ${form}
    </details>`;
  }
  return html`<details class="more discussion" data-key="comments" open>
    <summary>${count(comments.length, 'comment')}</summary>
    ${
      comments.length > maxComments &&
      html`<p class="muted">
        The newest ${maxComments}. <a href="${`${jobUrl(view.job.id)}/comments`}">All as JSON</a>
      </p>`
    }
    <ul class="comments" role="list">
      ${comments.slice(-maxComments).map((comment) => commentItem(view, comment, group.tests.length > 1))}
    </ul>
    <details class="more">
      <summary>Add a comment</summary>
      ${form}
    </details>
  </details>`;
}

function commentForm(view: JobPageView, { tests, position }: Group): Html {
  const id = `comment-${position}`;
  return jobForm(view, {
    task: 'comment',
    done: 'Your comment was added.',
    next: 'reset',
    anchor: `#g${position}`,
    look: 'form',
    body: html`${formError()}
      ${
        tests.length > 1 && tests.length <= maxChoices
          ? choice(id, {
              name: 'failure',
              label: 'About',
              options: tests.map((test) => ({ value: String(test.position), label: test.name })),
            })
          : html`<input type="hidden" name="failure" value="${position}" />`
      }
      ${textArea(id, {
        name: 'comment',
        label: 'Comment',
        rows: 3,
        maxLength: 10_000,
        required: true,
        hint: '@name mentions a person.',
      })} <button class="button">Add comment</button>`,
  });
}

function commentItem(view: JobPageView, comment: CommentView, namesTest: boolean): Html {
  const { id, username, created_at, test_name } = comment;
  const isOwn = view.caller.isAdmin || (username !== '' && username === view.username);
  return html`<li data-key="c${id}" id="c${id}">
    <p class="comment-head">
      <strong>${username === '' ? 'Anonymous' : username}</strong>
      ${ago(created_at, view.now)} ${namesTest && html`<span class="muted">on ${test_name}</span>`}
    </p>
    <p class="comment-text">${withMentions(comment.comment)}</p>
    ${
      isOwn &&
      jobForm(view, {
        task: 'delete-comment',
        done: 'The comment was deleted.',
        question: deleteComment(view.address),
        body: html`<input type="hidden" name="comment" value="${id}" />
          <button class="button quiet delete">
            Delete<span class="visually-hidden"> the comment of ${username}</span>
          </button>`,
      })
    }
  </li>`;
}

function withMentions(text: string): HtmlValue {
  return text
    .split(mention)
    .map((part, at) => (at % 2 === 1 ? html`<strong>${part}</strong>` : withAnalyses(part)));
}

const analysis = /(?<!\S)\/results\/(job_[\w-]{1,80})/g;

/** Leads to other analyses. */
function withAnalyses(text: string): HtmlValue {
  return text
    .split(analysis)
    .map((part, at) =>
      at % 2 === 1 ? html`<a href="${jobUrl(part)}">the other analysis</a>` : part,
    );
}
