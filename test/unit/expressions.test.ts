import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folders = ['core', 'functions', 'scripts/offline-writer', 'scripts/offline-analyst'];

const own = 'markup or a format that the product wrote';
const line = 'a line of at most 3,000 characters';

/** How many expressions of a file take a time that grows faster than their input, and why the input is
 * small or trusted. */
const accepted: Readonly<Record<string, readonly [count: number, input: string]>> = {
  'core/analysis/intake/ci/jenkins.ts': [1, 'a URL that is cut'],
  'core/analysis/people/discussion/mentions.ts': [1, 'a name of at most 100 characters'],
  'core/web/parts/prose.ts': [1, own],
  'core/docs/site/render/source-lines.ts': [1, own],
  'core/docs/site/search/search-entry.ts': [4, own],
  'core/docs/site/search/search-format.ts': [2, own],
  'core/docs/site/search/search-name.ts': [1, 'at most 300 characters'],
  'core/docs/site/sitemap.ts': [1, own],
  'core/docs/generate/asking/writer.ts': [1, 'the name of a writer'],
  'core/http/key-endpoints.ts': [1, 'a header, which has no line separator'],
  'core/http/route-keys.ts': [1, 'routes of the manifest'],
  'core/platform/adapters/local/agents/error-mask.ts': [
    2,
    'a text that is cut, and a file of ours',
  ],
  'core/platform/adapters/local/logs/files/places.ts': [1, 'the name of a file'],
  'core/platform/adapters/net/git/binary.ts': [1, 'the version of git'],
  'core/platform/adapters/net/git/local.ts': [1, 'a small file of git'],
  'core/text/diagram/draw-diagram.ts': [1, own],
  'core/text/diagram/plain-flowchart.ts': [1, 'a diagram of at most 8,000 characters'],
  'core/text/diagram/read-diagram.ts': [3, 'a diagram of at most 8,000 characters'],
  'core/text/markdown/break-names.ts': [1, own],
  'core/text/markdown/tree.ts': [1, 'attributes that micromark wrote'],
  'core/text/escape.ts': [1, own],
  'core/text/markdown/finish.ts': [1, own],
  'core/text/mask.ts': [1, own],
  'core/text/secrets-of.ts': [1, 'a setting'],
  'scripts/offline-writer/chapters/api-sections.ts': [1, line],
  'scripts/offline-writer/code/c-headers.ts': [3, line],
  'scripts/offline-writer/code/c-module.ts': [1, 'at most 300 characters'],
  'scripts/offline-writer/code/doc-comment.ts': [3, line],
  'scripts/offline-writer/code/docstring.ts': [1, line],
  'scripts/offline-writer/code/go-module.ts': [1, line],
  'scripts/offline-writer/code/javadoc.ts': [2, 'one tag of a comment, on one line'],
  'scripts/offline-writer/code/python-module.ts': [1, line],
  'scripts/offline-writer/code/python-packages.ts': [1, line],
  'scripts/offline-writer/code/resolve-module.ts': [1, line],
  'scripts/offline-writer/code/rust-doc.ts': [1, line],
  'scripts/offline-writer/code/script-module.ts': [1, line],
  'scripts/offline-writer/code/syntax.ts': [4, line],
  'scripts/offline-writer/code/without-bodies.ts': [1, 'at most 400 characters'],
  'scripts/offline-writer/facts/document.ts': [1, line],
  'scripts/offline-writer/guides/find-guides.ts': [1, line],
  'scripts/offline-writer/guides/labels.ts': [3, line],
  'scripts/offline-writer/repository/repository.ts': [1, 'the beginning of a file'],
  'scripts/offline-writer/text/clean-markdown.ts': [5, line],
  'scripts/offline-writer/text/dialects.ts': [7, line],
  'scripts/offline-writer/text/directives.ts': [2, line],
  'scripts/offline-writer/text/markdown.ts': [1, line],
  'scripts/offline-writer/text/rst.ts': [4, line],
};

interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

function expressionsIn(file: string, text: string): Expression[] {
  const all: Expression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      // The checker reads no `v`, and `d` and `y` change nothing that it looks at.
      const flags = node.text
        .slice(end + 1)
        .replace('v', 'u')
        .replace(/[dy]/g, '');
      all.push({ file, source: node.text.slice(1, end), flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return all;
}

async function expressions(folder: string): Promise<Expression[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
  const read = async (file: string) =>
    expressionsIn(file, await readFile(join(root, file), 'utf8'));
  return (await Promise.all(files.sort().map(read))).flat();
}

type Check = (
  source: string,
  flags: string,
  options: object,
) => Promise<{ checker: string; status: string }>;

/** By a name that the compiler does not resolve: only `npm run check:deep` needs the package. */
const name: string = 'recheck';
const { check } = (await import(name)) as { check: Check };
const slowByKey = new Map<string, Promise<boolean>>();

/** Answers of the exact method for expressions that it takes long for, by their hash: they depend on the
 * expression alone. After a change of one, `CHECK_EXPRESSIONS=write npx vitest run
 * test/unit/expressions.test.ts` writes the file anew. */
const answersFile = new URL('../fixtures/checked-expressions.json', import.meta.url);
const isWritten = process.env['CHECK_EXPRESSIONS'] === 'write' || !existsSync(answersFile);
const answers = isWritten
  ? {}
  : (JSON.parse(await readFile(answersFile, 'utf8')) as Record<string, boolean>);
const hashes = new Set<string>();
const longMilliseconds = 50;

/** By the exact method. Large expressions, and those with a look-around or a backreference, are
 * only searched by trial, whose answer depends on the load of the machine: they do not count. */
function isSlow({ source, flags }: Expression): Promise<boolean> {
  const key = `/${source}/${flags}`;
  const slow = slowByKey.get(key) ?? ask(key, { source, flags });
  slowByKey.set(key, slow);
  return slow;
}

async function ask(
  key: string,
  { source, flags }: Pick<Expression, 'source' | 'flags'>,
): Promise<boolean> {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  const answer = answers[hash];
  hashes.add(hash);
  if (answer !== undefined) return answer;
  const start = performance.now();
  const { checker, status } = await check(source, flags, { timeout: 60_000, randomSeed: 1 });
  const isVulnerable = checker === 'automaton' && status === 'vulnerable';
  if (isWritten && performance.now() - start > longMilliseconds) answers[hash] = isVulnerable;
  return isVulnerable;
}

it('takes a time that grows no faster than the input, in every expression (S15)', async () => {
  const all = (await Promise.all(folders.map(expressions))).flat();
  expect(all.length).toBeGreaterThan(1_000);
  const slow = new Map<string, string[]>();
  for (const each of all) {
    if (await isSlow(each)) slow.set(each.file, [...(slow.get(each.file) ?? []), each.source]);
  }
  const problems = [...slow].filter(([file, sources]) => sources.length !== accepted[file]?.[0]);
  const unused = Object.keys(accepted).filter((file) => !slow.has(file));
  expect([...problems, ...unused]).toEqual([]);
  if (isWritten) await writeFile(answersFile, `${JSON.stringify(answers, null, 2)}\n`);
  // Answers about expressions that are gone.
  expect(Object.keys(answers).filter((hash) => !hashes.has(hash))).toEqual([]);
}, 1_200_000);
