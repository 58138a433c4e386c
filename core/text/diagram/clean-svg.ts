import { SaxesParser } from 'saxes';
import { escapeText } from '../escape.ts';
import { shownLabel } from './plain-flowchart.ts';

interface SvgNames {
  /** Before every id: several diagrams share one document. */
  readonly prefix: string;
  /** What it shows, for screen readers. */
  readonly label: string;
}

const elements = new Set(
  'svg g rect circle ellipse line polyline polygon path text tspan defs marker'.split(' '),
);
/** Wider or higher is no picture for a page. */
const maxSize = 8_000;
/** May be made as narrow as a column of text: its letters stay legible. */
const widestFit = 800;

const number = '-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?';
const numbers = new RegExp(`^${number}(?:[ ,]+${number})*$`);
const geometry = new Set(
  'x y x1 y1 x2 y2 cx cy r rx ry dx width height points viewBox refX refY markerWidth markerHeight'.split(
    ' ',
  ),
);
/** The values that other attributes may have. */
const allowedValues: Readonly<Record<string, RegExp>> = {
  d: /^[MLHVCSQTAZ\d .,e-]+$/i,
  dy: /^-?[\d.]+(?:em)?$/,
  transform: /^(?: ?(?:translate|scale|rotate)\([\d ,.-]+\))+$/,
  orient: /^auto(?:-start-reverse)?$/,
  class: /^mono$/,
  'font-size': /^\d+(?:\.\d+)?$/,
  'font-weight': /^(?:\d{3}|bold)$/,
  'font-style': /^italic$/,
  'text-anchor': /^(?:start|middle|end)$/,
  'text-decoration': /^(?:underline|line-through)$/,
  'stroke-width': /^\d+(?:\.\d+)?$/,
  'stroke-dasharray': /^[\d ,.]+$/,
  'stroke-linejoin': /^round$/,
  'stroke-linecap': /^round$/,
};
const colours: Readonly<Record<string, string>> = {
  bg: 'ground',
  _text: 'text',
  '_text-sec': 'muted',
  '_text-muted': 'muted',
  '_text-faint': 'muted',
  _line: 'edge',
  _arrow: 'muted',
  '_node-fill': 'raised',
  '_node-stroke': 'edge',
  '_group-fill': 'sunken',
  '_group-hdr': 'sunken',
  '_inner-stroke': 'line',
  '_key-badge': 'sunken',
};

/**
 * Rebuilds a drawing of known elements and attributes: nothing in it runs, loads, links or has a
 * style of its own, and its colours are the tokens of the site. Throws what is not well formed.
 */
export function cleanSvg(svg: string, names: SvgNames): string {
  const parser = new SaxesParser();
  let html = '';
  /** Inside an element that is left out: how deep. */
  let skipped = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (skipped > 0 || !elements.has(name)) skipped += 1;
    else html += `<${name}${attributesOf(name, attributes, names)}>`;
  });
  parser.on('closetag', ({ name }) => {
    if (skipped > 0) skipped -= 1;
    else html += `</${name}>`;
  });
  parser.on('text', (text) => {
    const isIndent = text.startsWith('\n') && text.trim() === '';
    if (skipped === 0 && !isIndent) html += escapeText(shownLabel(text));
  });
  parser.write(svg).close();
  return html;
}

function attributesOf(
  element: string,
  attributes: Readonly<Record<string, string>>,
  { prefix, label }: SvgNames,
): string {
  const isRoot = element === 'svg';
  const own = Object.entries(attributes).flatMap(([name, value]) => {
    const clean = valueOf(element, name, value, prefix);
    return clean === undefined ? [] : ` ${name}="${escapeText(clean)}"`;
  });
  if (isRoot) {
    own.push(` role="img" aria-label="${escapeText(label)}"`);
    if (Number(attributes['width']) <= widestFit) own.push(' class="fits"');
  }
  return own.join('');
}

/** Undefined: the attribute is left out. */
function valueOf(element: string, name: string, value: string, prefix: string): string | undefined {
  if (geometry.has(name)) {
    if (!numbers.test(value)) throw new Error(`${name} is not a number`);
    if (element === 'svg' && name !== 'viewBox' && Number(value) > maxSize) {
      throw new Error('It is too large');
    }
    return rounded(value);
  }
  if (name === 'fill' || name === 'stroke') return colourOf(element, name, value);
  if (name === 'id') return `${prefix}${value}`;
  if (/^marker-(?:start|mid|end)$/.test(name)) {
    const id = /^url\(#([\w-]+)\)$/.exec(value)?.[1];
    return id && `url(#${prefix}${id})`;
  }
  return allowedValues[name]?.test(value) ? rounded(value) : undefined;
}

/** An author's own colours would be unreadable in one of the two themes. */
function colourOf(element: string, name: string, value: string): string {
  if (value === 'none') return value;
  const token = colours[/^var\(--([\w-]+)\)$/.exec(value)?.[1] ?? ''];
  const isText = element === 'text' || element === 'tspan';
  return `var(--${token ?? (isText ? 'text' : name === 'fill' ? 'raised' : 'edge')})`;
}

/** The last digits of a calculation are of no use, and differ between machines. */
function rounded(value: string): string {
  return value.replace(new RegExp(number, 'g'), (each) =>
    String(Math.round(Number(each) * 100) / 100 + 0),
  );
}
