import { basename, dirname, join } from 'node:path';
import type { PromptTemplate, Skill } from '../sdk/sdk.ts';
import type * as Sdk from '../sdk/sdk.ts';
import type { ConfinedFiles } from './confined-files.ts';

export interface FolderResources {
  readonly instructions: string | undefined;
  readonly skills: readonly Skill[];
  readonly prompts: readonly PromptTemplate[];
}

const maxResourceBytes = 64 * 1024;
const maxResources = 100;
const [longestName, longestDescription] = [64, 1_024];

/** What the authors of a folder wrote for agents. `below`: the folder of the skills and prompts. Files
 * that cannot be read, and what leads outside, are left out. */
export async function folderResources(
  { createSyntheticSourceInfo, parseFrontmatter }: typeof Sdk,
  confined: ConfinedFiles,
  folder: string,
  below: string,
): Promise<FolderResources> {
  const textOf = async (path: string) => {
    const bytes = await confined.read(path).catch(() => undefined);
    return bytes && bytes.length <= maxResourceBytes ? bytes.toString('utf8') : undefined;
  };
  const list = async (path: string) =>
    (await confined.list(path).catch(() => [])).slice(0, maxResources);

  async function resourceOf(path: string) {
    const text = await textOf(path);
    if (text === undefined) return [];
    try {
      const { frontmatter, body } = parseFrontmatter(text);
      const description = frontmatter['description'];
      const shown = typeof description === 'string' ? description.trim() : '';
      return [{ path, frontmatter, body, description: shown.slice(0, longestDescription) }];
    } catch {
      return [];
    }
  }

  const isMarkdown = ({ name, isFile }: { name: string; isFile: boolean }) =>
    isFile && name.endsWith('.md');

  async function skills(): Promise<Skill[]> {
    const at = join(below, 'skills');
    const entries = await list(at);
    const files = [
      ...entries.filter(({ isFolder }) => isFolder).map(({ name }) => join(at, name, 'SKILL.md')),
      ...entries.filter(isMarkdown).map(({ name }) => join(at, name)),
    ];
    const resources = (await Promise.all(files.map(resourceOf))).flat();
    return resources
      .filter(({ description }) => description !== '')
      .map(({ path, description, frontmatter }) => {
        const { name } = frontmatter;
        const own = typeof name === 'string' && name !== '' ? name : basename(dirname(path));
        return {
          name: own.slice(0, longestName),
          description,
          filePath: path,
          baseDir: dirname(path),
          sourceInfo: createSyntheticSourceInfo(path, { source: 'local', scope: 'project' }),
          disableModelInvocation: frontmatter['disable-model-invocation'] === true,
        };
      });
  }

  async function prompts(): Promise<PromptTemplate[]> {
    const at = join(below, 'prompts');
    const files = (await list(at)).filter(isMarkdown).map(({ name }) => join(at, name));
    const resources = (await Promise.all(files.map(resourceOf))).flat();
    return resources.map(({ path, description, body }) => ({
      name: basename(path, '.md'),
      description,
      content: body,
      filePath: path,
      sourceInfo: createSyntheticSourceInfo(path, { source: 'local', scope: 'project' }),
    }));
  }

  const instructions = await textOf(join(folder, 'AGENTS.md'));
  return { instructions, skills: await skills(), prompts: await prompts() };
}
