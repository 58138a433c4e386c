import { maskSecrets } from '#core/text/mask.ts';
import { withoutEnd } from '#core/text/without-end.ts';
import { codeBlocks, type CodeBlock } from './code-blocks.ts';
import { labels, type Ecosystem } from './ecosystems.ts';
import type { ProjectFace } from '../../schema.ts';
import type { ReadText } from '../../evidence/text-reader.ts';

const maxLines = 24;
const maxLineLength = 120;
const maxGuides = 6;

const readme = /^readme(?:\.(?:md|markdown|rst))?$/i;
/** Read where the README has no code to show. */
const guide =
  /^(?:(?:docs?|guides?|site\/content)\/)?(?:quick[_-]?start|getting[_-]?started|user[_-]?guide|usage|tutorial|intro(?:duction)?|index)\.(?:md|rst)$/i;

const imports =
  /^\s*(?:import\b|from\s+\S+\s+import\b|use\s+[\w:]+;|require\b|(?:const|var|let)\s.*\brequire\(|package\s+\w+$|["')(]|\/\/|#|$)/;

/** The first block that shows how the project is used: in its own language, short, more than its
 * imports, and not the output of a session. */
export async function firstSample(
  ecosystem: Ecosystem,
  name: string | undefined,
  files: readonly string[],
  read: ReadText,
): Promise<ProjectFace['sample'] | undefined> {
  // A template language is named after its project.
  const own = name && withoutEnd(name.toLowerCase(), '0123456789');
  const languages = new Set([...labels[ecosystem], ...(own === undefined ? [] : [own])]);
  const guides = files.filter((path) => guide.test(path)).slice(0, maxGuides);
  for (const path of [...files.filter((each) => readme.test(each)), ...guides]) {
    const blocks = codeBlocks((await read(path)) ?? '', path);
    const block = blocks.find((each) => languages.has(each.language) && isSample(each));
    if (block) return { ...block, path };
  }
  return undefined;
}

function isSample({ code }: CodeBlock): boolean {
  const lines = code.split('\n');
  return (
    lines.length >= 2 &&
    lines.length <= maxLines &&
    lines.every((line) => line.length <= maxLineLength && !line.startsWith('>>>')) &&
    lines.some((line) => !imports.test(line)) &&
    maskSecrets(code) === code
  );
}
