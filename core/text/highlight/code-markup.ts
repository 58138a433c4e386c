import type { createStarryNight as Create } from '@wooorm/starry-night';
import { escapeText } from '../escape.ts';

type Tree = ReturnType<Awaited<ReturnType<typeof Create>>['highlight']>;
type Node = Tree['children'][number];

interface Run {
  readonly name: string;
  readonly text: string;
}

/** The grammar's names by the one that looks the same. Others have no colour of their own. */
const looks = new Map(
  [
    ['pl-c', 'pl-ii'],
    ['pl-k', 'pl-mc'],
    ['pl-en', 'pl-e'],
    ['pl-ent'],
    ['pl-s', 'pl-pds', 'pl-sr', 'pl-sre', 'pl-sra', 'pl-cce'],
    ['pl-c1'],
    ['pl-v', 'pl-smw', 'pl-ba', 'pl-ml'],
    ['', 'pl-s1', 'pl-smi'],
    ...['pl-mb', 'pl-mh', 'pl-mi', 'pl-mi1', 'pl-md', 'pl-bu', 'pl-corl'].map((name) => [name]),
  ].flatMap((names) => names.map((name) => [name, names[0] ?? ''] as const)),
);
/** Coloured letter by letter, so that white space between two of them may belong to both. */
const plainLooks = new Set(['pl-c', 'pl-k', 'pl-en', 'pl-ent', 'pl-s', 'pl-c1', 'pl-v']);

/**
 * Highlighted code as few spans: not nested, none where it changes nothing. Long pages of code are
 * mostly spans, and a phone needs longer for each of them than for the text within.
 */
export function codeMarkup(nodes: readonly Node[]): string {
  const runs: Run[] = [];
  for (const { name, text } of runsOf(nodes, '')) {
    const last = runs.at(-1);
    const before = runs.at(-2);
    if (last?.name === name) runs[runs.length - 1] = { name, text: last.text + text };
    else if (before?.name === name && plainLooks.has(name) && /^\s+$/.test(last?.text ?? '')) {
      runs.splice(-2, 2, { name, text: before.text + (last?.text ?? '') + text });
    } else runs.push({ name, text });
  }
  return runs
    .map(({ name, text }) => {
      const escaped = escapeText(text);
      return name === '' ? escaped : `<span class="${name}">${escaped}</span>`;
    })
    .join('');
}

function* runsOf(nodes: readonly Node[], outer: string): Generator<Run> {
  for (const node of nodes) {
    if (node.type === 'text') {
      // Signs of an operator need no colour to be told from names.
      const isSign = outer === 'pl-k' && /^[^\p{L}\p{N}_]+$/u.test(node.value);
      yield { name: isSign ? '' : outer, text: node.value };
    } else if (node.type === 'element') {
      const { className } = node.properties;
      const names = Array.isArray(className) ? className.map(String) : [];
      const look = names.map((name) => looks.get(name)).find((name) => name !== undefined);
      yield* runsOf(node.children, look ?? outer);
    }
  }
}
