import { projectFiles } from '#core/docs/project-files.ts';
import { cachedPages, generationPages, generations, projects } from '#core/docs/tables.ts';
import { leases } from '#core/jobs/tables.ts';
import { readBlob, readPublished } from './docs-world.ts';
import { asked, openGenerationHome } from './generation-home.ts';

const key = { owner: 'admin', name: 'sample' };

/** Everything that a generation leaves, without times, ids and numbers of writes. */
export async function remains(folder: string, pages: number) {
  const slugs = Array.from({ length: pages }, (_, at) => `page-${at + 1}`);
  const platform = openGenerationHome(folder, 5);
  const { records, blobs, trees } = platform;
  const site = projectFiles(key).site;
  const project = await records.get(projects, key);
  const [generation] = (await records.list(generations)).rows;
  const published = await Promise.all(
    slugs.map((slug) => readPublished(platform, site, `${slug}.md`)),
  );
  const shown = (await blobs.published(site)) ?? 'nothing/';
  const files = (await Array.fromAsync(blobs.list(shown))).map((entry) =>
    entry.key.slice(shown.length),
  );
  const cached = await Promise.all(
    slugs.map((slug) => readBlob(platform, projectFiles(key).page(slug))),
  );
  const keys = (await Array.fromAsync(blobs.list('projects/'))).map((entry) => entry.key);
  const left = {
    project: pick(project, ['status', 'page_count', 'error_pages', 'error_message', 'plan_json']),
    generation: pick(generation, ['status', 'pages', 'error_pages', 'reused_pages', 'report']),
    commit: project?.last_commit_sha === generation?.commit_sha,
    ended: generation?.ended_at !== null && project?.current_stage === null,
    ...{ published, files },
    cached,
    plan: await readBlob(platform, projectFiles(key).plan),
    keys,
    known: (await records.list(cachedPages)).rows.map(({ slug, files }) => ({ slug, files })),
    pages: (await records.list(generationPages)).rows.length,
    // A page that was revived has one more step.
    leases: [...new Set((await records.list(leases)).rows.map(({ state }) => state))],
    trees: await trees.list(),
    asked: asked(folder),
  };
  await platform.close();
  return left;
}

function pick(row: object | undefined, names: string[]): object {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => names.includes(name)));
}
