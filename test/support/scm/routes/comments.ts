import { created, notFound, ok, page, refused, withPull } from '../reply.ts';
import type { HostReply, RouteCall, Routes } from '../reply.ts';
import type { HostIssueComment, HostRepository } from '../state.ts';
import { longestBody } from './reviews.ts';

const reactions = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];

export const comments: Routes = {
  'GET issues/:number/comments': withPull((call, pull) => page(call, pull.comments.map(shown))),
  'POST issues/:number/comments': withPull(({ host, body, viewer }, pull) => {
    const problem = problemOf(body['body']);
    if (problem) return problem;
    const user = { login: viewer, type: host.isApp ? 'Bot' : 'User' };
    const comment = { id: host.nextId(), body: body['body'] as string, user };
    pull.comments.push({ ...comment, reactions: new Set() });
    return created(comment);
  }),
  'GET issues/comments/:id': withComment((_, comment) => ok(shown(comment))),
  'PATCH issues/comments/:id': withComment(({ body }, comment) => {
    const problem = problemOf(body['body']);
    if (problem) return problem;
    comment.body = body['body'] as string;
    return ok(shown(comment));
  }),
  'DELETE issues/comments/:id': withComment(({ repository }, comment) => {
    for (const { comments } of repository.pulls.values()) {
      const at = comments.indexOf(comment);
      if (at >= 0) comments.splice(at, 1);
    }
    return { status: 204, body: '' };
  }),
  'POST issues/comments/:id/reactions': withComment(({ body, viewer }, comment) => {
    const content = String(body['content']);
    if (!reactions.includes(content)) return refused('content is not included in the list');
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

function problemOf(body: unknown): HostReply | undefined {
  if (typeof body !== 'string' || body.trim() === '') return refused("body can't be blank");
  return body.length > longestBody
    ? refused('body is too long (maximum is 65536 characters)')
    : undefined;
}

function shown({ id, body, user }: HostIssueComment) {
  return { id, body, user };
}
