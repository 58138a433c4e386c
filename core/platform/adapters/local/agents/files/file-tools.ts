import type { ToolDefinition } from '../sdk/sdk.ts';
import type * as Sdk from '../sdk/sdk.ts';
import type { ConfinedFiles } from './confined-files.ts';
import { finder, lister } from './list-tools.ts';
import { searcher } from './searcher.ts';

/** The SDK's own tools open any path, and fetch the programs that search (S3, S18). These have the
 * same names and parameters. */
export function fileTools(sdk: typeof Sdk, confined: ConfinedFiles): ToolDefinition[] {
  const { root } = confined;
  // Each operation checks its path by itself.
  const access = async () => {};
  const readText = async (path: string) => {
    const bytes = await confined.read(path);
    if (bytes.includes(0)) throw new Error(`${path} is not a text`);
    return bytes;
  };
  const writeFile = (path: string, text: string) => confined.write(path, text);
  const mkdir = (path: string) => confined.makeFolder(path);
  const reading = sdk.createReadToolDefinition(root, {
    operations: { access, readFile: readText },
  });
  const definitions = [
    {
      ...reading,
      description:
        "Reads a text file of the session's folder; at most 2000 lines or 50 KB. offset and limit read more of it.",
    },
    {
      ...sdk.createLsToolDefinition(root),
      description: "Lists a folder of the session's folder; folders end with a slash.",
      execute: lister(sdk, confined),
    },
    {
      ...sdk.createFindToolDefinition(root),
      description:
        'Finds files by a glob, such as *.ts or src/**/*.json; not in .git and node_modules.',
      execute: finder(sdk, confined),
    },
    {
      ...sdk.createGrepToolDefinition(root),
      description:
        'Searches the lines of text files for a regular expression (RE2) or literal text; not in .git and node_modules, in files up to 10 MiB and the first 2000 characters of a line.',
      promptSnippet: 'Search file contents for patterns',
      execute: searcher(sdk, confined),
    },
    sdk.createEditToolDefinition(root, {
      operations: { access, readFile: readText, writeFile },
    }),
    sdk.createWriteToolDefinition(root, { operations: { writeFile, mkdir } }),
  ];
  return definitions as unknown as ToolDefinition[];
}
