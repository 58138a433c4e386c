import { cleanSvg } from './clean-svg.ts';
import { readDiagram } from './read-diagram.ts';

/** Markup of a picture, or why there is none, for people. */
export type Drawn = { readonly svg: string } | { readonly problem: string };

/** Draws the diagrams of one page, in their order. */
export type Draw = (source: string) => Drawn;

/** A diagram that is meant to be read is far below; the time to lay it out grows with the square. */
const maxSourceLength = 8_000;
const maxLines = 250;
const maxConnections = 120;
/** The connections of all diagrams of a page: about three seconds. */
const maxPageConnections = 300;
/** `a & b --> c & d` makes four connections. */
const maxAmpersands = 40;

const tooLarge = `It is too large to be drawn: at most ${maxConnections} connections, ${maxLines} lines and ${maxSourceLength.toLocaleString('en')} characters`;

/** Loads the library, which takes a fifth of a second and 60 MB. A call is for one page. */
export async function diagramDrawer(): Promise<() => Draw> {
  const { parseMermaid, renderMermaidSVG } = await import('beautiful-mermaid');

  return () => {
    let number = 0;
    let connections = 0;
    return (source) => {
      number += 1;
      if (source.length > maxSourceLength) return { problem: tooLarge };
      const diagram = readDiagram(source);
      if (!diagram) {
        return {
          problem:
            'Only flowcharts and sequence, class, state and entity relationship diagrams are drawn',
        };
      }
      const { source: text, label, isFlowchart } = diagram;
      const lines = text.split('\n').length;
      const ampersands = text.split('&').length - 1;
      if (lines > maxLines || ampersands > maxAmpersands) return { problem: tooLarge };
      try {
        const size = isFlowchart ? parseMermaid(text).edges.length : diagram.connections;
        if (size > maxConnections) return { problem: tooLarge };
        connections += Math.max(size, lines / 4);
        if (connections > maxPageConnections) return { problem: 'The page has too many diagrams' };
        const raw = renderMermaidSVG(text, { padding: 16 });
        if (drawnIn(raw) < diagram.connections) {
          return { problem: 'One of its connections could not be read' };
        }
        // An id of a heading has no dot.
        return { svg: cleanSvg(withVisibleDiamonds(raw), { prefix: `d${number}.`, label }) };
      } catch {
        return { problem: 'It could not be read or laid out' };
      }
    };
  };
}

/** The library draws the diamonds of a class diagram below the boxes. */
function withVisibleDiamonds(svg: string): string {
  return svg.replace(/(<marker id="cls-(?:composition|aggregation)"[^>]* refX=)"0"/g, '$1"12"');
}

/** The library marks what connects two things. */
function drawnIn(svg: string): number {
  return svg.match(/ class="(?:edge|message|class-relationship|er-relationship)"/g)?.length ?? 0;
}
