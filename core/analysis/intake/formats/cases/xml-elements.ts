import { boundedXmlParser, cutXmlText } from '#core/text/bounded-xml.ts';
import { invalidXml, parseXml } from '../../junit/invalid-xml.ts';
import type { TestCase } from './test-case.ts';

export interface XmlElement {
  /** Without a prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const maxDepth = 200;
type Found = TestCase | readonly TestCase[] | undefined;

/** The cases of the elements of these names: `toCase` gets each with all that is in it, and with the attributes
 * of those around it, the outermost first. As JUnit XML is read: no document types, nothing too deep (S7). */
export function casesIn(
  text: string,
  names: ReadonlySet<string>,
  toCase: (element: XmlElement, around: readonly XmlElement[]) => Found,
): TestCase[] {
  const cases: TestCase[] = [];
  const { parser, write, end } = boundedXmlParser();
  const open: XmlElement[] = [];
  /** The depth of the element that is collected; 0: none is. */
  let collected = 0;
  parser.on('doctype', () => {
    throw invalidXml('document type declarations are not accepted');
  });
  parser.on('attribute', (attribute) => {
    attribute.value = cutXmlText(attribute.value);
  });
  parser.on('opentag', (tag) => {
    const name = tag.name.slice(tag.name.indexOf(':') + 1);
    const element = { name, attributes: tag.attributes, children: [], text: '' };
    if (collected > 0) open.at(-1)?.children.push(element);
    if (open.push(element) > maxDepth) {
      throw invalidXml(`elements are nested more than ${maxDepth} deep`);
    }
    if (collected === 0 && names.has(name)) collected = open.length;
  });
  const add = (more: string) => {
    const element = open.at(-1);
    if (collected > 0 && element) element.text = cutXmlText(element.text + more);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element || open.length + 1 !== collected) return;
    collected = 0;
    for (const one of [toCase(element, open) ?? []].flat()) cases.push(one);
  });
  parseXml(() => {
    write(text);
    end();
  });
  return cases;
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text of the first element along these names. */
export function textAt(element: XmlElement | undefined, ...names: readonly string[]): string {
  let inner = element;
  for (const name of names) inner = childOf(inner, name);
  return inner?.text.trim() ?? '';
}
