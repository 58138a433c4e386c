import { describe, expect, it } from 'vitest';
import type { Listed } from '#core/docs/tables.ts';
import { perPage, selectProjects } from '#core/docs/pages/dashboard/read-dashboard.ts';

function project(at: number, changes: Partial<Listed> = {}): Listed {
  return {
    ...{ owner: 'admin', name: `project-${at}`, repo_url: `https://code.example/team/p-${at}` },
    ...{ status: 'ready', last_commit_sha: null, last_generated: null, page_count: 1 },
    ...{ error_message: null, created_at: '', updated_at: '', ai_provider: null, ai_model: null },
    ...{
      branch: null,
      current_stage: null,
      error_pages: 0,
      generation: null,
    },
    ...changes,
  };
}

const few = [
  project(1, { name: 'Payments', branch: 'release/2026' }),
  project(2, { owner: 'grace', status: 'generating' }),
  project(3, { status: 'error' }),
  project(4, { error_pages: 2 }),
];
const namesOf = (rows: readonly Listed[]) => rows.map(({ name }) => name);

describe('a list of projects', () => {
  it.each([
    ['', 4, 'everything'],
    ['payments', 1, 'by name, whatever the case'],
    ['GRACE/', 1, 'by owner'],
    ['team/p-3', 1, 'by repository'],
    ['release payments', 1, 'by all of the words, in any order'],
    ['[', 0, 'not by a pattern'],
  ])('%j finds %i: %s', (q, found) => {
    expect(selectProjects(few, { q }).rows).toHaveLength(found);
  });

  it.each([
    ['ready', ['Payments']],
    ['gaps', ['project-4']],
    ['generating', ['project-2']],
    ['error', ['project-3']],
    ['constructor', namesOf(few)],
  ])('in the state %s', (status, names) => {
    const { rows, selection } = selectProjects(few, { status });
    expect(namesOf(rows)).toEqual(names);
    expect(selection.counts).toEqual({ generating: 1, ready: 1, gaps: 1, error: 1 });
  });

  it.each([
    ['1', 1, perPage],
    ['99', 3, 50],
    ['-1', 1, perPage],
    [undefined, 1, perPage],
  ])('at page %s shows page %i of 3, %i projects', (asked, page, shown) => {
    const all = Array.from({ length: 2 * perPage + 50 }, (_, at) => project(at));
    const { rows, selection } = selectProjects(all, { page: asked });
    expect([rows.length, selection]).toEqual([
      shown,
      expect.objectContaining({ page, pages: 3, matching: 250, from: (page - 1) * perPage + 1 }),
    ]);
    expect(rows[0]?.name).toBe(`project-${(page - 1) * perPage}`);
  });
});
