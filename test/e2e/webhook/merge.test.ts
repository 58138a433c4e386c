import { describe, expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { openReceiver, repository } from '#test/support/webhook/receiver-world.ts';
import { base, head } from '#test/support/scm/state.ts';
import { homes } from '#test/support/homes.ts';

/** From a new pull request to its merge, by deliveries alone. */
describe.each(homes())('merging on $name', ({ home }) => {
  const world = eachTest(() => openReceiver(home));

  it('labels, judges and merges a pull request when its last check ends', async () => {
    const { host, clock } = world();
    await world().configure(
      '',
      '    set-auto-merge-prs: [main]\n    default-status-checks: [build]',
    );
    const { contents, pulls, statuses, checkRuns } = host.repository;
    contents.set(`OWNERS@${base}`, 'approvers: [bob]');
    host.pull.current = { files: [{ filename: 'a.ts', additions: 3 }], title: 'Add a search' };
    const pull = pulls.get(7);
    const check = () => checkRuns.find(({ name }) => name === 'can-be-merged');
    const named = { number: 7, head: { sha: head } };

    await world().deliver({
      ...{ event: 'pull_request', id: 'opened' },
      body: { repository, action: 'opened', pull_request: named, sender: { login: 'ada' } },
    });
    expect(await world().ended('opened')).toMatchObject({ state: 'success', pr_number: 7 });
    expect([...(pull?.labels ?? [])].sort()).toEqual(['automerge', 'branch-main', 'size/XS']);
    expect(check()?.output['summary']).toBe(
      '- The check `build` has not started.\n' +
        '- An approver of the repository has to approve: `bob`.',
    );

    const review = { id: 1, state: 'approved', user: { login: 'bob' }, commit_id: head };
    await world().deliver({
      ...{ event: 'pull_request_review', id: 'review' },
      body: { repository, action: 'submitted', pull_request: named, review },
    });
    expect(await world().ended('review')).toMatchObject({ state: 'success' });
    expect([...(pull?.labels ?? [])]).toContain('approved-bob');
    statuses.push({ sha: head, context: 'build', state: 'success', description: null });
    const body = { repository, context: 'build', state: 'success', sha: head };
    await Promise.all(
      ['s-1', 's-2', 's-3'].map((id) => world().deliver({ event: 'status', id, body })),
    );
    await Promise.all(['s-1', 's-2', 's-3'].map((id) => world().ended(id)));
    await clock.advance(3_000);
    await expect.poll(() => pull?.isMerged).toBe(true);
    expect(host.changes.filter((change) => change.includes('/merge'))).toHaveLength(1);
  });
});
