import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A plan with so many pages: page-1, page-2 … */
export function plan(count: number, more: object = {}): object {
  const pages = Array.from({ length: count }, (_, at) => ({
    slug: `page-${at + 1}`,
    title: `Page ${at + 1}`,
    description: `What is ${at + 1}?`,
  }));
  return {
    project_name: 'Sample',
    tagline: 'A sample',
    navigation: [{ group: 'All', pages }],
    ...more,
  };
}

const shortPage = '# A page\n\nSee `README.md:1`.\n';

/** A repository `sample` in the folder, and a command that answers at once with a plan of so many
 * pages or with the page, and records its questions in the file `asked`. */
export function sampleProject(folder: string, pages: number, page = shortPage) {
  const repository = join(folder, 'sample');
  mkdirSync(repository);
  const files = { 'README.md': '# Sample\n', 'other.md': 'Other\n', 'a.ts': 'function known() {}' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(repository, name), text);
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...words], {
      cwd: repository,
    });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan(pages)));
  writeFileSync(join(folder, 'page.md'), `${page}\nUSED FILES:\n- README.md\n`);
  // A shell, which starts fast: a test of every fault point asks many questions.
  const model = `IFS= read -r task
case "$task" in
  *'"kind":"plan"'*) echo plan >> ${folder}/asked; exec cat ${folder}/plan.json ;;
  *'"kind":"page"'*) echo page >> ${folder}/asked; exec cat ${folder}/page.md ;;
  *) echo OK ;;
esac
`;
  writeFileSync(join(folder, 'model.sh'), model);
  chmodSync(join(folder, 'model.sh'), 0o700);
  return { repository, command: `/bin/sh ${join(folder, 'model.sh')}` };
}
