export type Ecosystem = 'npm' | 'pip' | 'go' | 'cargo' | 'gem' | 'composer';

/** Labels of code blocks. */
export const labels: Readonly<Record<Ecosystem, readonly string[]>> = {
  npm: ['js', 'javascript', 'mjs', 'jsx', 'ts', 'typescript', 'tsx'],
  pip: ['python', 'py', 'python3'],
  go: ['go', 'golang'],
  cargo: ['rust', 'rs'],
  gem: ['ruby', 'rb'],
  composer: ['php'],
};

/** Extensions of source files. Those of other languages only outvote. */
const extensions: readonly (readonly [Ecosystem | 'other', readonly string[]])[] = [
  ['npm', ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte']],
  ['pip', ['py', 'pyi', 'pyx']],
  ['go', ['go']],
  ['cargo', ['rs']],
  ['gem', ['rb']],
  ['composer', ['php']],
  ['other', ['java']],
  ['other', ['kt']],
  ['other', ['cs']],
  ['other', ['swift']],
  ['other', ['scala']],
  ['other', ['ex', 'exs']],
  ['other', ['dart']],
  ['other', ['hs']],
];

const beside = /(?:^|\/)(?:docs?|tests?|examples?|site|website|vendor|fixtures?|bench(?:marks)?)\//;

/** The ecosystem in which most source files are written; a helper in another language has its
 * manifest too. Undefined: it is none that is known. */
export function mainEcosystem(files: readonly string[]): Ecosystem | undefined {
  let most = 0;
  let main: Ecosystem | 'other' | undefined;
  for (const [ecosystem, own] of extensions) {
    const endings = new Set(own);
    const count = files.filter(
      (path) => endings.has(path.slice(path.lastIndexOf('.') + 1)) && !beside.test(path),
    ).length;
    if (count > most) [most, main] = [count, ecosystem];
  }
  return main === 'other' ? undefined : main;
}
