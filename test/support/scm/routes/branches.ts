import { readCommit } from '#test/support/scm/git-objects.ts';
import { notFound, ok } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';

export const branches: Routes = {
  'GET ': ({ repository, host }) => {
    const { fullName: full_name, defaultBranch: default_branch } = repository;
    const { cloneUrl: clone_url = `${host.origin}/${full_name}.git` } = repository;
    return ok({ full_name, default_branch, clone_url });
  },
  'GET branches/*': branch,
  'GET git/trees/:sha': tree,
  'GET contents/*': contents,
};

function branch({ repository, params }: RouteCall): HostReply {
  const { rest: name = '' } = params;
  const sha = repository.branches.get(name);
  if (sha === undefined) return { status: 404, body: { message: 'Branch not found' } };
  const contexts = repository.protection.get(name);
  const required_status_checks = { enforcement_level: 'non_admins', contexts: contexts ?? [] };
  const protection = { enabled: contexts !== undefined, required_status_checks };
  const { message = 'commit', tree = { sha } } = readCommit(repository, sha) ?? {};
  const commit = { sha, commit: { message, tree } };
  return ok({ name, commit, protected: contexts !== undefined, protection });
}

function tree({ repository, params }: RouteCall): HostReply {
  const { sha = '' } = params;
  const end = `@${sha}`;
  const paths = [...repository.contents.keys()].filter((key) => key.endsWith(end));
  const entries = paths.map((key) => ({ path: key.slice(0, -end.length), type: 'blob' }));
  const { truncatesTrees: truncated } = repository;
  return ok({ sha, tree: truncated ? entries.slice(0, entries.length / 2) : entries, truncated });
}

function contents({ repository, params, url }: RouteCall): HostReply {
  const ref = url.searchParams.get('ref') ?? repository.defaultBranch;
  const text =
    repository.contents.get(`${params['rest']}@${ref}`) ??
    repository.contents.get(`${params['rest']}@${repository.branches.get(ref)}`);
  if (text === undefined) return notFound;
  // Above 1 MB there is no content.
  if (text.length > 1_048_576) return ok({ type: 'file', encoding: 'none', content: '' });
  const content = Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\n');
  return ok({ type: 'file', encoding: 'base64', content });
}
