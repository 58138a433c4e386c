import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A repository, and a command that at once answers with a plan of so many pages, or with a page.
 */
export function sampleGeneration(
  folder: string,
  pages: number,
): { repository: string; model: string } {
  const repository = join(folder, 'sample');
  mkdirSync(repository);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(repository, 'README.md'), '# Sample\n');
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.test'];
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'first'],
  ]) {
    execFileSync('git', [...identity, ...words], { cwd: repository });
  }
  const named = Array.from({ length: pages }, (_, at) => {
    return { slug: `page-${at}`, title: `Page ${at}`, description: 'What there is to say.' };
  });
  const plan = {
    project_name: 'Sample',
    tagline: '',
    navigation: [{ group: 'All', pages: named }],
  };
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  const section = `## Part\n\nText with \`code\` and a [link](page-1.md).\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\n`;
  const page = `# A page\n\n${section.repeat(Math.ceil(8_400 / section.length))}USED FILES:\n- README.md\n`;
  writeFileSync(join(folder, 'page.md'), page);
  const model = join(folder, 'model.sh');
  writeFileSync(
    model,
    `IFS= read -r task
case "$task" in
  *'"kind":"plan"'*) exec cat ${folder}/plan.json ;;
  *'"kind":"page"'*) exec cat ${folder}/page.md ;;
  *) echo OK ;;
esac
`,
  );
  return { repository, model };
}
