import { created, ok, page, refused } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import type { HostIssue, HostRepository, ScmHost } from '#test/support/scm/state.ts';
import { longestBody } from './reviews.ts';

const maxLength = { title: 256, query: 256 };
const maxOperators = 5;

// docs.github.com/rest/issues and /rest/search. The search knows an issue minutes after it was filed.
export const issues: Routes = {
  'GET issues': (call) => {
    const { repository, url } = call;
    if (!repository.hasIssues) return disabled;
    const state = url.searchParams.get('state') ?? 'open';
    const listed = repository.issues.filter((issue) => state === 'all' || issue.state === state);
    const isUp = url.searchParams.get('direction') === 'asc';
    // Pull requests are issues too.
    const pulls = [...repository.pulls.values()].map(({ number }) => ({
      ...{ number, title: 'A pull request', html_url: `https://host/pull/${number}`, body: null },
      ...{ state: 'open', created_at: '2020-01-01T00:00:00Z', pull_request: {} },
    }));
    const all = [...pulls, ...listed.map(shown)];
    return page(call, isUp ? all : all.toReversed());
  },
  'POST issues': file,
  'GET /search/issues': search,
};

const disabled: HostReply = { status: 410, body: { message: 'Issues are disabled for this repo' } };

function file({ host, repository, body, viewer }: RouteCall): HostReply {
  if (!repository.hasIssues) return disabled;
  const { title, body: text = null, labels = [] } = body as Partial<HostIssue>;
  if (String(title).length > maxLength.title) {
    return refused('title is too long (maximum is 256 characters)');
  }
  if (String(text).length > longestBody) {
    return refused('body is too long (maximum is 65536 characters)');
  }
  const role = repository.collaborators.get(viewer);
  const issue: HostIssue = {
    ...{
      number: nextNumber(repository),
      title: String(title),
      body: text,
      state: 'open',
      user: viewer,
    },
    // Without push access labels are dropped without a word.
    labels: role === 'admin' || role === 'write' ? labels : [],
    created_at: host.now().toISOString().replace(/\.\d+/, ''),
    html_url: `https://host/${repository.fullName}/issues/${nextNumber(repository)}`,
  };
  repository.issues.push(issue);
  return created(shown(issue));
}

function nextNumber({ issues, pulls }: HostRepository): number {
  return Math.max(0, ...pulls.keys(), ...issues.map(({ number }) => number)) + 1;
}

function search(call: RouteCall): HostReply {
  const { host, url } = call;
  const q = url.searchParams.get('q') ?? '';
  const wrong = (message: string): HostReply => ({
    status: 422,
    body: { message: 'Validation Failed', errors: [{ message, resource: 'Search', field: 'q' }] },
  });
  if (q.length > maxLength.query) return wrong('The search is longer than 256 characters.');
  if (!/\bis:(issue|pull-request)\b/.test(q)) {
    return wrong("Query must include 'is:issue' or 'is:pull-request'");
  }
  if ((q.match(/ (?:AND|OR|NOT) /g) ?? []).length > maxOperators) {
    return wrong('More than five AND / OR / NOT operators were used.');
  }
  const [, name = ''] = /\brepo:(\S+)/.exec(q) ?? [];
  const found = host.repositories.get(name);
  if (!found) {
    return wrong('The listed users and repositories cannot be searched');
  }
  const words =
    q
      .replaceAll(/\S+:\S+|\b(?:AND|OR|NOT)\b/g, ' ')
      .toLowerCase()
      .match(/\S+/g) ?? [];
  const items = indexed(host, found).filter(({ title, body }) =>
    words.some((word) => `${title} ${body ?? ''}`.toLowerCase().includes(word)),
  );
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const shownItems = items.slice(0, size).map(shown);
  return ok({ total_count: items.length, incomplete_results: false, items: shownItems });
}

const indexMilliseconds = 3 * 60_000;

function indexed({ now }: ScmHost, { issues }: HostRepository): HostIssue[] {
  const until = now().getTime() - indexMilliseconds;
  return issues.filter(({ created_at }) => Date.parse(created_at) <= until);
}

function shown({ labels, user, ...issue }: HostIssue) {
  return { ...issue, labels: labels.map((name) => ({ name })), user: { login: user } };
}
