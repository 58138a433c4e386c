import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTask } from '#core/ai/task.ts';
import { openDocsWorld } from '#test/support/docs/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { folder } from '#test/support/git/git-repository.ts';
import type { Rule } from '#test/support/ai/scripted-ai.ts';
import { onLocal } from '#test/support/world.ts';

// What two small repositories make of the prompts, and what becomes of scripted answers. Look at the
// changes and write them with: npx vitest run test/e2e/docs/golden.test.ts -u

interface Repository {
  readonly files: Parameters<typeof folder>[0];
  readonly tags: readonly string[];
  /** The plan, and each page by its slug. */
  readonly answers: Readonly<Record<string, string>>;
}

const lines = (...each: string[]) => `${each.join('\n')}\n`;

const repositories: Record<string, Repository> = {
  'command-line': {
    files: {
      'README.md': lines('# Ferry', '', 'Copies folders between machines.', '', '`ferry push`'),
      'CHANGELOG.md': lines('# Changelog', '', '## 1.2.0', '- `--dry-run`'),
      'package.json': JSON.stringify({
        ...{ name: 'ferry', version: '1.2.0', bin: { ferry: 'src/main.ts' } },
        scripts: { test: 'node --test' },
      }),
      src: folder({
        'main.ts': lines(
          "const options = { 'dry-run': { type: 'boolean' } };",
          'export class FerryError extends Error {}',
          'export const host = process.env.FERRY_HOST;',
        ),
      }),
      '.github': folder({ ISSUE_TEMPLATE: folder({ 'bug.md': 'What went wrong?\n' }) }),
    },
    tags: ['v1.2.0', 'v1.1.0', 'v1.2.0-rc.1', 'nightly', '</data>-1.0'],
    answers: {
      plan: `Here is the plan:\n${JSON.stringify({
        ...{ project_name: 'Ferry', tagline: 'Copies folders', version: 'dropped' },
        navigation: [
          {
            group: 'Guides',
            pages: [
              { slug: 'Push a folder', title: 'Push a folder', description: 'How is it pushed?' },
              { slug: 'push-a-folder', title: 'Again\nthe same', description: 'Twice?', kind: 'x' },
            ],
          },
          { group: 'Development', pages: [{ title: 'Architecture' }, { slug: '', title: '' }] },
          { group: 'Reference', pages: [] },
        ],
      })}`,
      'push-a-folder': lines(
        ...['Sure!', '# Push a folder', '', '1. Run it:', '', '```sh'],
        ...['FERRY_HOST=box ferry push --dry-run', 'npm run deploy', '```', ''],
        ...['`FerryError` (`src/main.ts:2`) or `FerryTimeout` (`src/none.ts:1`).', ''],
        ...['<b>Bold</b> and [no page](none.md).', '', 'USED FILES:', '- src/main.ts'],
      ),
      'push-a-folder-2': 'I cannot write this page.\n',
      architecture: lines(
        ...['# Architecture', '', 'The command calls the copier.', '', '```mermaid'],
        ...['flowchart LR', '  a["Command"] --> b["Copier"]', '```'],
      ),
    },
  },
  library: {
    files: {
      'README.rst': lines('Tide', '====', '', 'Computes tides.'),
      'pyproject.toml': lines('[project]', 'name = "tide"', 'version = "0.3"'),
      'tide.py': lines('class Harbour:', '    def high_water(self): ...'),
    },
    tags: [],
    answers: {
      plan: JSON.stringify({
        ...{ project_name: 'Tide', tagline: 'Tides of a harbour' },
        navigation: [{ group: 'Reference', pages: [{ slug: 'api', title: 'API' }] }],
      }),
      api: lines('# API', '', '`Harbour.high_water()` and `Harbour.low_water()`, see `tide.py:2`.'),
    },
  },
};

describe('prompts and what becomes of their answers', () => {
  const world = eachTest(() => openDocsWorld(onLocal));

  it.each(Object.entries(repositories))('of a %s', async (name, { files, tags, answers }) => {
    const sha = world().commit(files);
    for (const tag of tags) world().tag(tag);
    const rules = Object.entries(answers).map(([slug, text]): Rule => {
      return { task: slug === 'plan' ? { kind: 'plan' } : { kind: 'page', slug }, text };
    });
    world().say(...rules);
    await world().post();
    await world().ended();

    const place = (file: string) => join(resolve('test/fixtures/prompts'), name, file);
    for (const { prompt } of world().calls()) {
      const task = readTask(prompt);
      const of = task?.kind === 'page' ? task.slug : task?.kind;
      await expect(prompt).toMatchFileSnapshot(place(`${of}.prompt.txt`));
    }
    const [generation] = await world().history();
    const read = async (file: string) => world().published(file);
    const slugs = Object.keys(answers).filter((slug) => slug !== 'plan');
    const outcome = {
      plan: JSON.parse(generation?.plan_json ?? '') as unknown,
      pages: await Promise.all(slugs.map((slug) => read(`${slug}.md`))),
      citations: await read('citations.json'),
      evidence: await read('evidence.json'),
      report: generation?.report,
    };
    const text = JSON.stringify(outcome, null, 2).replaceAll('\\n', '\n').replaceAll('\\"', '"');
    const stable = text.replaceAll(world().url, 'https://host/sample').replaceAll(sha, 'SHA');
    await expect(`${stable}\n`).toMatchFileSnapshot(place('outcome.txt'));
  });
});
