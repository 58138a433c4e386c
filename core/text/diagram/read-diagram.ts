import { plainFlowchart } from './plain-flowchart.ts';

interface Kind {
  readonly header: RegExp;
  /** For screen readers, where the diagram has no title of its own. */
  readonly label: string;
  /** What connects two things; without it, whatever a line has of it is one connection. */
  readonly connection: RegExp;
  readonly isOnePerLine: boolean;
}

const kinds: readonly Kind[] = [
  {
    header: /^(?:graph|flowchart)\b/i,
    label: 'Flowchart',
    connection: /<?(?:--+|==+|-\.+-)[>xo]?|~~~/g,
    isOnePerLine: false,
  },
  {
    header: /^stateDiagram(?:-v2)?$/i,
    label: 'State diagram',
    connection: /^(?!note\b).*-->/i,
    isOnePerLine: true,
  },
  {
    header: /^sequenceDiagram$/i,
    label: 'Sequence diagram',
    connection:
      /^(?!(?:note|loop|alt|opt|par|critical|break|rect|else|and|option|title|box|participant|actor)\b)[^:]*?-[->x)]/i,
    isOnePerLine: true,
  },
  {
    header: /^classDiagram$/i,
    label: 'Class diagram',
    connection: /^(?!note\b)[^:]*(?:--|\.\.)/i,
    isOnePerLine: true,
  },
  {
    header: /^erDiagram$/i,
    label: 'Entity relationship diagram',
    connection: /[|o}{](?:--|\.\.)[|o}{]/,
    isOnePerLine: true,
  },
];

export interface ReadDiagram {
  /** As the library understands it. */
  readonly source: string;
  readonly label: string;
  readonly isFlowchart: boolean;
  /** A drawing with fewer has lost some: the library leaves out what it does not understand. */
  readonly connections: number;
}

/** Undefined: a kind of diagram that is not drawn. */
export function readDiagram(text: string): ReadDiagram | undefined {
  const front = /^\s*---[ \t]*\n((?:(?!---).*\n){0,50})---[ \t]*\n/.exec(text);
  const all = text
    .slice(front?.[0].length ?? 0)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('%%'));
  const kind = kinds.find((each) => each.header.test(all[0] ?? ''));
  if (!kind) return undefined;
  const isFlowchart = kind.label === 'Flowchart';
  const [header = '', ...rest] = isFlowchart ? all.flatMap(statementsIn) : all;
  const statements = rest.filter((line) => !unseen.test(line));
  const body = isFlowchart ? plainFlowchart(statements) : statements;
  const title = all.map((line) => /^(?:accTitle|title)\s*:\s*(.+)$/.exec(line)?.[1]).find(Boolean);
  const own = /^title:\s*(.+)$/m.exec(front?.[1] ?? '')?.[1] ?? title;
  return {
    source: [isFlowchart ? withDirection(header) : header, ...body].join('\n'),
    label: own === undefined ? kind.label : `${kind.label}: ${own.trim()}`,
    isFlowchart,
    connections: body.reduce((sum, line) => sum + connectionsIn(line, kind), 0),
  };
}

/** `graph TD; A --> B; B --> C` has several in a line; a label may hold a semicolon. */
function statementsIn(line: string): string[] {
  const parts = line.match(/(?:"[^"]*"|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\|[^|]*\||[^;])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Says nothing about the drawing, or what a drawing without a script cannot do. */
const unseen = /^(?:click|href|accTitle|accDescr|title)\b/;

function withDirection(header: string): string {
  const [, name = '', direction = 'TD'] = /^(\w+)(?:\s+(\w+))?$/.exec(header) ?? [];
  return `${name} ${direction}`;
}

function connectionsIn(line: string, { connection, isOnePerLine }: Kind): number {
  const bare = line.replace(/"[^"]*"/g, '');
  if (isOnePerLine) return connection.test(bare) ? 1 : 0;
  const arrows = bare
    .replace(/\|[^|]*\||\[[^\]]*\]|\([^)]*\)|\{[^}]*\}/g, '')
    // `A@{ shape: x }` is not read.
    .replace('@', ' --- ');
  return arrows.match(connection)?.length ?? 0;
}
