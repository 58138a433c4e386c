import { created, notFound, ok, refused, withPull } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import { appLogin } from './apps.ts';
import type { HostPull } from '#test/support/scm/state.ts';

export const people: Routes = {
  'GET /user': ({ viewer, host }) =>
    host.isApp || viewer === appLogin
      ? { status: 403, body: { message: 'Resource not accessible by integration' } }
      : ok({ login: viewer }),
  'GET collaborators/:login/permission': ({ repository, params }) => {
    const { login = '' } = params;
    const [, permission] =
      [...repository.collaborators].find(([name]) => name.toLowerCase() === login.toLowerCase()) ??
      [];
    return permission ? ok({ permission, user: { login } }) : notFound;
  },
  'POST issues/:number/assignees': withPull(({ repository, body }, pull) => {
    // People who cannot be assigned are left out without a word.
    for (const login of body['assignees'] as string[]) {
      if (repository.collaborators.has(login) && pull.assignees.size < 10) {
        pull.assignees.add(login);
      }
    }
    const assignees = [...pull.assignees].map((login) => ({ login }));
    return created({ number: pull.number, assignees });
  }),
  'POST pulls/:number/requested_reviewers': withPull(request),
  'DELETE pulls/:number/requested_reviewers': withPull(({ body }, pull) => {
    for (const login of body['reviewers'] as string[]) pull.requestedReviewers.delete(login);
    return ok({ number: pull.number });
  }),
};

function request({ repository, body }: RouteCall, pull: HostPull): HostReply {
  const logins = body['reviewers'] as string[];
  if (logins.some((login) => login.toLowerCase() === pull.author.toLowerCase())) {
    return refused('Review cannot be requested from pull request author.');
  }
  if (logins.some((login) => !repository.collaborators.has(login))) {
    return refused(
      'Reviews may only be requested from collaborators. One or more of the users or teams you ' +
        `specified is not a collaborator of the ${repository.fullName} repository.`,
    );
  }
  for (const login of logins) pull.requestedReviewers.add(login);
  return created({ number: pull.number });
}
