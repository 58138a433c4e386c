import { created, notFound, ok, page, withPull } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import type { HostIssueComment, HostRepository } from '#test/support/scm/state.ts';
import { problemOfBody } from './reviews.ts';

export const comments: Routes = {
  'GET issues/:number/comments': withPull((call, pull) => page(call, pull.comments.map(shown))),
  'POST issues/:number/comments': withPull(({ host, body, viewer }, pull) => {
    const problem = problemOfBody(String(body['body']));
    if (problem) return problem;
    const user = { login: viewer, type: host.isApp ? 'Bot' : 'User' };
    const comment = { id: host.nextId(), body: body['body'] as string, user };
    pull.comments.push({ ...comment, reactions: new Set() });
    return created(comment);
  }),
  'PATCH issues/comments/:id': withComment(({ body }, comment) => {
    const problem = problemOfBody(String(body['body']));
    if (problem) return problem;
    comment.body = body['body'] as string;
    return ok(shown(comment));
  }),
  'POST issues/comments/:id/reactions': withComment(({ body, viewer }, comment) => {
    const content = String(body['content']);
    const reaction = `${viewer} ${content}`;
    const isNew = !comment.reactions.has(reaction);
    comment.reactions.add(reaction);
    return isNew ? created({ content }) : ok({ content });
  }),
};

function withComment(answer: (call: RouteCall, comment: HostIssueComment) => HostReply) {
  return (call: RouteCall): HostReply => {
    const comment = find(call.repository, Number(call.params['id']));
    return comment ? answer(call, comment) : notFound;
  };
}

function find({ pulls }: HostRepository, id: number): HostIssueComment | undefined {
  const all = [...pulls.values()].flatMap(({ comments }) => comments);
  return all.find((comment) => comment.id === id);
}

function shown({ id, body, user }: HostIssueComment) {
  return { id, body, user };
}
