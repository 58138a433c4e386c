import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAws } from '#core/home/open-aws.ts';
import { fileTemplates } from '#core/platform/adapters/local/templates.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Templates } from '#core/platform/ports/files/templates.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { buildAssets } from '../../scripts/build-assets.ts';

const name = 'docs/generate/prompts/plan-prompt';
const file = 'plan-prompt.mustache';
const core = resolve('core');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await buildAssets(join(folder.path, 'assets'));
});

let count = 0;
async function operators(files: Record<string, string>): Promise<string> {
  const path = join(folder.path, `operators-${(count += 1)}`);
  await mkdir(path);
  for (const [each, text] of Object.entries(files)) await writeFile(join(path, each), text);
  return path;
}

const homes: [string, (replaced?: string) => Templates][] = [
  ['a laptop', (replaced) => fileTemplates({ root: core, replaced })],
  [
    'the cloud, out of the bundled assets',
    (replaced) =>
      openAws({
        environment: {
          ...{ LANTERN_TABLE: 'none', LANTERN_BUCKET: 'none', TEMPLATES_DIR: replaced },
          LANTERN_ASSETS: join(folder.path, 'assets'),
        },
      }).templates,
  ],
];

describe.each(homes)('templates on %s', (_, open) => {
  it('are ours, and those of the operator in their place', async () => {
    expect(await open().read(name)).toContain('You plan the documentation');
    const path = await operators({ [file]: 'Plan it. {{dataRule}}{{#quoted}}{{.}}{{/quoted}}' });
    const templates = open(path);
    expect(await templates.read(name)).toMatch(/^Plan it\./);
    expect(await templates.read('docs/generate/prompts/page-prompt')).toContain(
      'You write one page',
    );
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['of another name', { 'plan.mustache': '' }, /plan\.mustache replaces no template: .*page-p/],
    ['that is broken', { [file]: '{{dataRule}} {{#quoted}}' }, /plan-prompt\.mustache cannot be/],
    [
      'with an unknown value',
      { [file]: '{{dataRule}} {{#quoted}}{{repository}}{{/quoted}}' },
      /plan-prompt\.mustache uses \{\{repository\}\}, .*\{\{budget\}\}/,
    ],
    ['without the rule for quotes', { [file]: 'Plan.' }, /plan-prompt\.mustache must contain/],
  ])('refuse a file %s, by its name', async (_case, files, message) => {
    const path = await operators(files);
    const failure = await Promise.resolve()
      .then(() => open(path).read(name))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ kind: 'configuration' });
    expect((failure as Failure).message).toMatch(message);
  });
});
