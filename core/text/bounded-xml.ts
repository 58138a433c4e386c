import { SaxesParser } from 'saxes';

/** The longest text, section or value; a longer one is cut. */
export const maxXmlCharacters = 1_000_000;
const maxNameLength = 1_000;
const portionCharacters = 65_536;

/** Private fields of the parser: what it has read of the text, section or name that is open. */
interface OpenParts {
  text: string;
  readonly name: string;
  readonly piTarget: string;
  readonly entity: string;
}

/** A parser that never holds the whole of a long text, comment, CDATA section, processing
 * instruction or value: saxes collects each of them until its end (S7). `write` and `end` throw for
 * what is not well-formed. */
export function boundedXmlParser() {
  const parser = new SaxesParser();
  const open = parser as unknown as OpenParts;

  function writePortion(portion: string): void {
    const before = open.text;
    parser.write(portion);
    const longest = Math.max(open.name.length, open.piTarget.length, open.entity.length);
    if (longest > maxNameLength) throw new Error('a name is too long');
    // A text that was full and is longer now is the same one.
    const isFull = before.length === maxXmlCharacters && open.text.length > before.length;
    if (open.text !== '') open.text = isFull ? before : cutXmlText(open.text);
  }

  return {
    parser,
    write: (text: string): void => {
      for (let at = 0; at < text.length; at += portionCharacters) {
        writePortion(text.slice(at, at + portionCharacters));
      }
    },
    end: (): void => {
      parser.write(null);
    },
  };
}

/** The beginning of a text in one piece of memory: V8 keeps each addition to a text as an object. */
export function cutXmlText(text: string): string {
  return ` ${text}`.slice(1, maxXmlCharacters + 1);
}
