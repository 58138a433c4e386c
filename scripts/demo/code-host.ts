import { scmHost } from '#test/support/scm/host.ts';
import { hostUser, newPull, newRepository, type ScmHost } from '#test/support/scm/state.ts';
import { plannedPulls } from './story/pulls.ts';
import { organization, people, projects } from './story/team.ts';

const permissions = { admin: 'admin', user: 'write', viewer: 'read' } as const;
const baseSha = 'b'.repeat(40);

/** A code host with the repositories and pull requests of the two weeks, before anything happens. */
export function codeHost(): ScmHost {
  const host = scmHost({ files: [] });
  for (const { name } of projects) {
    const repository = newRepository(`${organization}/${name}`);
    for (const person of people) {
      repository.collaborators.set(person.name, permissions[person.role]);
    }
    repository.collaborators.set(hostUser, 'admin');
    repository.contents.set(`OWNERS@${baseSha}`, 'approvers: [ada, grace]\nreviewers: [chidi]');
    for (const { number, title, files, author, branch } of plannedPulls.filter(
      (pull) => pull.repository === name,
    )) {
      const pull = newPull(number, { title, files });
      Object.assign(pull, { author, headRef: branch, headSha: headOf(number) });
      repository.pulls.set(number, pull);
    }
    host.repositories.set(repository.fullName, repository);
  }
  return host;
}

/** The newest commit of a pull request. */
export function headOf(number: number): string {
  return number.toString(16).padStart(40, '5e');
}
