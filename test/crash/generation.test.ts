import { describe, expect, it } from 'vitest';
import { projectFiles } from '#core/docs/project-files.ts';
import { cachedPages, generationPages, generations, projects } from '#core/docs/tables.ts';
import { leases } from '#core/jobs/tables.ts';
import { readBlob, readPublished } from '#test/support/docs-world.ts';
import { acceptGeneration, asked, openGenerationHome } from '#test/support/generation-home.ts';
import { runChild } from '#test/support/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const pages = 2;
const key = { owner: 'admin', name: 'sample' };

async function work(folder: string, hours: number, at = 0) {
  const words = ['--folder', folder, '--hours', String(hours), '--at', String(at)];
  const { lines, signal, errors } = await runChild('generation-child.ts', words);
  expect({ at, signal, errors }).toEqual({ at, signal: at === 0 ? null : 'SIGKILL', errors: '' });
  return Number(lines[0]);
}

/** Everything that is left in the end, but for times, ids and counts of writes. */
async function remains(folder: string) {
  const platform = openGenerationHome(folder, 5);
  const { records, blobs, trees } = platform;
  const site = projectFiles(key).site;
  const project = await records.get(projects, key);
  const [generation] = (await records.list(generations)).rows;
  const published = await Promise.all(
    [1, 2].map((each) => readPublished(platform, site, `page-${each}.md`)),
  );
  const cached = await Promise.all(
    [1, 2].map((each) => readBlob(platform, projectFiles(key).page(`page-${each}`))),
  );
  const keys = (await blobs.list('projects/')).entries.map((entry) => entry.key);
  const left = {
    project: pick(project, ['status', 'page_count', 'error_pages', 'error_message', 'plan_json']),
    generation: pick(generation, ['status', 'pages', 'error_pages', 'reused_pages', 'report']),
    commit: project?.last_commit_sha === generation?.commit_sha,
    ended: generation?.ended_at !== null && project?.current_stage === null,
    published,
    cached,
    plan: await readBlob(platform, projectFiles(key).plan),
    keys,
    known: (await records.list(cachedPages)).rows.map(({ slug, files }) => ({ slug, files })),
    pages: (await records.list(generationPages)).rows.length,
    leases: (await records.list(leases)).rows.map(({ state }) => state).sort(),
    trees: await trees.list(),
    asked: asked(folder),
  };
  await platform.close();
  return left;
}

function pick(row: object | undefined, names: string[]): object {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => names.includes(name)));
}

describe('a generation whose worker is killed', async () => {
  const unharmed = await temporaryFolder();
  await acceptGeneration(unharmed.path, pages);
  const calls = await work(unharmed.path, 1);
  const whole = await remains(unharmed.path);
  await unharmed.remove();

  it('would have ended like this', () => {
    expect(whole).toMatchObject({
      project: { status: 'ready', page_count: pages },
      asked: ['plan', 'page', 'page'],
      ended: true,
      commit: true,
      pages: 0,
    });
    expect(calls).toBeGreaterThan(50);
  });

  // Every point takes two processes: each run of the tests sees other ones.
  const stride = Number(process.env['LANTERN_TEST_STRIDE'] ?? 9);
  const first = 1 + Math.floor(Math.random() * stride);
  const points = Array.from({ length: calls }, (_, at) => at + 1).filter(
    (at) => at % stride === first % stride,
  );

  it.each(points)('before durable call %i ends as it would have (R1)', async (at) => {
    const folder = await temporaryFolder();
    await acceptGeneration(folder.path, pages);
    await work(folder.path, 1, at);
    await work(folder.path, 2);
    expect(await remains(folder.path)).toEqual(whole);
    await folder.remove();
  });
});
