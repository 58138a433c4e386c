import { setImmediate as turn } from 'node:timers/promises';
import type { Tree } from '#core/platform/ports/trees.ts';

const maxFileBytes = 2 * 1024 * 1024;
/** Characters between two turns of the event loop. */
const sliceLength = 128 * 1024;
const maxBytes = 96 * 1024 * 1024;

const notText =
  /\.(?:png|jpe?g|gif|webp|ico|svg|pdf|zip|t?gz|bz2|xz|7z|jar|war|class|so|dylib|dll|exe|o|a|wasm|woff2?|ttf|eot|otf|mp[34]|mov|webm|ogg|pyc|db|sqlite3?|bin|dat|parquet|onnx|map|snap|lock|min\.js)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$/i;
const word = /[A-Za-z_]\w*(?:-[A-Za-z0-9]\w*)*/g;
const declaration =
  /\b(?:class|interface|struct|enum|trait|module|namespace|object|record|protocol|package|mod|def|func|function|fn|type)\s{1,4}(?:\([^()\n]{0,80}\)\s?)?([A-Za-z_]\w*)/g;
/** Settings libraries that put a prefix before the names of variables. */
const makesVariables = /\b(?:env_prefix|envPrefix|auto_envvar_prefix|SetEnvPrefix|AutomaticEnv)\b/;

export interface FoundWords {
  readonly found: ReadonlySet<string>;
  /** Names that the repository declares. */
  readonly declared: ReadonlySet<string>;
  readonly hasMadeVariables: boolean;
  /** Every text file was read, as far as words were still wanted. */
  readonly isWhole: boolean;
}

/** Which of the words occur in the repository's text files. Stops when all are found. */
export async function findWords(
  tree: Pick<Tree, 'read'>,
  files: readonly string[],
  searchWords: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FoundWords> {
  const matches = new Set<string>();
  const declared = new Set<string>();
  let hasMadeVariables = false;
  let bytes = 0;
  for (const path of files) {
    if (matches.size === searchWords.size || bytes > maxBytes) break;
    if (notText.test(path)) continue;
    signal.throwIfAborted();
    const content = await tree.read(path, maxFileBytes);
    if (!content || content.includes(0)) continue;
    bytes += content.length;
    const text = new TextDecoder().decode(content);
    for (const part of slicesOf(text)) {
      await turn();
      look(part);
    }
  }
  return { found: matches, declared, hasMadeVariables, isWhole: bytes <= maxBytes };

  function look(text: string): void {
    for (const [each] of text.matchAll(word)) {
      if (searchWords.has(each)) matches.add(each);
      if (!each.includes('-')) continue;
      for (const part of each.split('-')) if (searchWords.has(part)) matches.add(part);
    }
    for (const [, name = ''] of text.matchAll(declaration)) declared.add(name);
    hasMadeVariables ||= makesVariables.test(text);
  }
}

/** Cuts at the ends of lines. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at + sliceLength);
    const isNear = end !== -1 && end < at + 2 * sliceLength;
    const next = isNear ? end + 1 : at + sliceLength;
    yield text.slice(at, next);
    at = next;
  }
}
