interface Example {
  /** `owner/name` */
  readonly repository: string;
  /** The pull request. */
  readonly number: number;
}

const sender = { login: 'example-user', type: 'User' };
const sha = '0123456789abcdef0123456789abcdef01234567';
const at = '2026-01-01T00:00:00Z';

/** The body of a delivery of each event that the receiver acts on, with what it reads of it. */
export const examples: Readonly<Record<string, (example: Example) => object>> = {
  ping: () => ({ zen: 'Keep it logically awesome.', hook_id: 1 }),
  push: () => ({ ref: 'refs/heads/example', before: sha, after: sha, deleted: false, commits: [] }),
  pull_request: (example) => ({
    action: 'opened',
    number: example.number,
    pull_request: pullOf(example),
  }),
  pull_request_review: (example) => ({
    action: 'submitted',
    pull_request: pullOf(example),
    review: { id: 1, state: 'commented', body: '', commit_id: sha, submitted_at: at, user: sender },
  }),
  pull_request_review_thread: (example) => ({
    action: 'resolved',
    pull_request: pullOf(example),
    thread: { node_id: 'example', comments: [] },
  }),
  issue_comment: ({ number }) => ({
    action: 'created',
    issue: { number, pull_request: {} },
    comment: { id: 1, body: '/check-can-merge', created_at: at, user: sender },
  }),
  check_run: () => ({
    action: 'completed',
    check_run: {
      id: 1,
      name: 'example',
      head_sha: sha,
      status: 'completed',
      conclusion: 'success',
    },
  }),
  status: () => ({ id: 1, sha, context: 'example', state: 'success' }),
  workflow_run: () => ({
    action: 'completed',
    workflow_run: {
      id: 1,
      name: 'example',
      run_number: 1,
      run_attempt: 1,
      head_sha: sha,
      conclusion: 'success',
      html_url: 'https://example.com/runs/1',
      pull_requests: [],
    },
  }),
};

function pullOf({ number, repository }: Example): object {
  return {
    number,
    title: 'An example',
    state: 'open',
    draft: false,
    user: sender,
    updated_at: at,
    head: { sha, ref: 'example', repo: { full_name: repository } },
    base: { ref: 'main' },
  };
}

/** As the code host sends it. */
export function exampleOf(event: string, example: Example): string | undefined {
  if (!Object.hasOwn(examples, event)) return undefined;
  const { repository } = example;
  const [owner = '', name = ''] = repository.split('/');
  const shown = { name, full_name: repository, owner: { login: owner } };
  return JSON.stringify({ ...examples[event]?.(example), repository: shown, sender });
}
