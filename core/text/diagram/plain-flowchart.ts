const statement = /^(?:subgraph|end|direction|style|classDef|class|linkStyle)\b/;
/** A label is repeated wherever its node is named. */
const maxShapeLength = 400;

/**
 * A flowchart as the library understands it. It reads an arrow of the usual length after a space,
 * and a label up to its first bracket; and it forgets the label of a node that was named before,
 * and the group of one that is named without its label.
 */
export function plainFlowchart(lines: readonly string[]): string[] {
  const plain = lines.map((line) => spaced(hidden(line.replace(/;$/, ''))));
  const groups = new Set(plain.map((line) => /^subgraph\s+([\w-]+)/.exec(line)?.[1]));
  const shapes = new Map<string, string>();
  for (const line of plain) {
    if (statement.test(line)) continue;
    for (const [, id, shape] of line.matchAll(node)) {
      if (!id || !shape || shapes.has(id) || shape.length > maxShapeLength) continue;
      shapes.set(id, wrapped(shape));
    }
  }
  return plain.map((line) => {
    if (statement.test(line)) return line;
    return line.replace(node, (whole, id?: string, shape?: string) => {
      if (id === undefined) return wrapped(whole);
      return groups.has(id) ? whole : id + (shapes.get(id) ?? shape ?? `[${id}]`);
    });
  });
}

/** A label of an arrow, which has no id, or a node and its shape. */
const node = /\|[^|]*\||(?<![\w:-])(\w+(?:-\w+)*)(\[[^\]]*\]+|\(+[^)]*\)+|\{+[^}]*\}+|>[^\]]*\])?/g;

function spaced(line: string): string {
  return line
    .replace(/(<?)(--|==|-\.) ([^-=.|"]+|"[^"]*") (-{2,}>?|={2,}>?|\.+->?)/g, labelled)
    .replace(
      /(<?)(?:--+|(==+)|(-\.+-))>/g,
      (_, start: string, thick = '', dotted = '') =>
        ` ${start}${thick ? '==' : dotted ? '-.-' : '--'}>`,
    )
    .replace(/(?<![<=-])(?:-{3,}|={3,}|-\.+-)(?![>=-])/g, (link) => ` ${link.slice(0, 3)}`);
}

/** `-- text -->` as `-->|text|`. */
function labelled(_: string, start: string, __: string, label: string, end: string): string {
  return `${start}${end.startsWith('.') ? '-' : ''}${end}|${label.trim()}|`;
}

/** Breaks a long label between words. */
function wrapped(label: string): string {
  return label.replace(/([^<>]{24,}?) (?=[^<>]{8})/g, '$1<br/>');
}

// A character from the area that no text uses.
const brackets = '[](){}|';
const firstHidden = 0xe010;

function hidden(line: string): string {
  return line.replace(/"[^"]*"/g, (label) =>
    label.replace(/[[\](){}|]/g, (each) =>
      String.fromCharCode(firstHidden + brackets.indexOf(each)),
    ),
  );
}

/** Undoes what plainFlowchart() did to labels. */
export function shownLabel(text: string): string {
  return text.replace(/[\ue010-\ue016]/g, (each) =>
    brackets.charAt(each.charCodeAt(0) - firstHidden),
  );
}
