import { isUtf8 } from 'node:buffer';

/** The keys to read of an object. */
export interface Shape {
  readonly [key: string]: Shape | 'text';
}

/** Far above what a code host nests. */
const deepest = 500;

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [bracket, endBracket, brace, endBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [plus, minus, dot, zero] = [0x2b, 0x2d, 0x2e, 0x30];
const [letterE, letterU] = [0x65, 0x75];
const escapes = new Set(Buffer.from('"\\/bfnrtu'));
const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word]));

/**
 * What JSON.parse reads, but only the objects and texts of the shape: other values are null. The whole
 * document would take a hundred times the memory of its bytes, and they are not authenticated yet.
 * Checks the whole grammar. SyntaxError: not JSON, not UTF-8, nested too deep, or a key of the shape
 * twice.
 */
export function scanJson(body: Uint8Array, root: Shape): unknown {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isUtf8(bytes)) fail();
  let at = 0;

  function next(): number | undefined {
    for (;;) {
      const byte = bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      at += 1;
    }
  }

  function take(byte: number): void {
    if (next() !== byte) fail();
    at += 1;
  }

  /** Returns the length of an ASCII text. */
  function skipText(): number {
    take(quote);
    let length = 0;
    for (; bytes[at] !== quote; at += 1) {
      length += 1;
      if ((bytes[at] ?? 0) < 0x20) fail();
      if (bytes[at] !== backslash) continue;
      at += 1;
      if (!escapes.has(bytes[at] ?? 0)) fail();
      if (bytes[at] !== letterU) continue;
      for (const end = at + 4; at < end; at += 1) if (!isHexDigit(bytes[at + 1])) fail();
    }
    at += 1;
    return length;
  }

  /** Undefined: the shape has no such key. */
  function readKey(shape: Shape): string | undefined {
    const start = at;
    const length = skipText();
    // Nearly every key has another length, and need not be decoded.
    if (!Object.keys(shape).some((key) => key.length === length)) return undefined;
    const key = JSON.parse(bytes.toString('utf8', start, at)) as string;
    return Object.hasOwn(shape, key) ? key : undefined;
  }

  function skipDigits(): void {
    const start = at;
    while (isDigit(bytes[at])) at += 1;
    if (at === start) fail();
  }

  function skipNumber(): void {
    if (bytes[at] === minus) at += 1;
    if (bytes[at] === zero) at += 1;
    else skipDigits();
    if (bytes[at] === dot) {
      at += 1;
      skipDigits();
    }
    if (((bytes[at] ?? 0) | 0x20) !== letterE) return;
    at += 1;
    if (bytes[at] === plus || bytes[at] === minus) at += 1;
    skipDigits();
  }

  function skipLiteral(word: string): void {
    for (let index = 0; index < word.length; index += 1, at += 1) {
      if (bytes[at] !== word.charCodeAt(index)) fail();
    }
  }

  function readMember(object: Record<string, unknown>, shape: Shape | undefined, depth: number) {
    next();
    const key = shape ? readKey(shape) : void skipText();
    if (key !== undefined && Object.hasOwn(object, key)) fail();
    take(colon);
    const value = readValue(key === undefined ? undefined : shape?.[key], depth + 1);
    if (key !== undefined) object[key] = value;
  }

  /** The members of an object, or the values of a list. */
  function readAll(end: number, readOne: () => void): void {
    at += 1;
    if (next() !== end) {
      readOne();
      while (next() === comma) {
        at += 1;
        readOne();
      }
    }
    take(end);
  }

  function readValue(shape: Shape | 'text' | undefined, depth: number): unknown {
    if (depth === deepest) fail();
    const first = next();
    const start = at;
    if (first === brace) {
      const own = shape === 'text' ? undefined : shape;
      const object = {};
      readAll(endBrace, () => readMember(object, own, depth));
      return own ? object : null;
    }
    if (first === bracket) readAll(endBracket, () => readValue(undefined, depth + 1));
    else if (first === quote) skipText();
    else if (literals.has(first ?? 0)) skipLiteral(literals.get(first ?? 0) ?? '');
    else skipNumber();
    return first === quote && shape === 'text'
      ? JSON.parse(bytes.toString('utf8', start, at))
      : null;
  }

  const value = readValue(root, 0);
  if (next() !== undefined) fail();
  return value;
}

function fail(): never {
  throw new SyntaxError('not JSON');
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte = 0): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
