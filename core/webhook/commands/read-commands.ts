import { commands, type CommandName } from '../merging/permissions.ts';
import type { Judged } from '../merging/verdicts.ts';
import type { HandlerContext } from '../pulls/context.ts';
import type { Pull } from '../pulls/pull.ts';

export interface Command {
  readonly name: CommandName;
  /** What follows the name, without `cancel`. */
  readonly text: string;
  /** The parts of the text; double quotes hold words together. */
  readonly words: readonly string[];
  /** `cancel` is the first or the last word. */
  readonly isCancelled: boolean;
}

/** A comment of the code host has at most so many characters. */
const maxBodyLength = 65_536;
const maxTextLength = 1_000;
const maxWords = 20;

/**
 * The commands of a comment, each once: lines that begin with `/`. Code blocks, quotes and hidden
 * text are not commands, and neither are names that are not listed.
 */
export function readCommands(body: string): Command[] {
  const unique = new Map<string, Command>();
  for (const line of visibleLines(body.slice(0, maxBodyLength))) {
    const [, name, text = ''] = /^ {0,3}\/([a-z-]{1,40})(?:\s(.*))?$/i.exec(line) ?? [];
    if (name === undefined || !isName(name.toLowerCase())) continue;
    const command = commandOf(
      name.toLowerCase() as CommandName,
      text.slice(0, maxTextLength).trim(),
    );
    unique.set(JSON.stringify(command), command);
  }
  return [...unique.values()];
}

function isName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

function commandOf(name: CommandName, text: string): Command {
  const rest = text.replace(/^cancel(?:\s|$)|(?<=^|\s)cancel$/i, '').trim();
  const words = [...rest.matchAll(/"([^"]+)"|([^\s,]+)/g)]
    .slice(0, maxWords)
    .map(([, quoted, plain]) => (quoted ?? plain) as string);
  return { name, text: rest, words, isCancelled: rest !== text };
}

/** Lines outside of fenced code, HTML comments and preformatted HTML, also in a list (CommonMark 0.31, 4.5,
 * 4.6, 5.2, 6.6). In doubt a line is hidden. */
function* visibleLines(body: string): Generator<string> {
  let end: RegExp | undefined;
  for (const line of body.split(/\r\n?|\n/)) {
    if (end) {
      if (end.test(line)) end = undefined;
      continue;
    }
    const [, list = '', fence, html] =
      /^( {0,3}(?:(?:[-+*]|\d{1,9}[.)])[ \t]{1,4})*)(?:(`{3,}(?=[^`]*$)|~{3,})|<(!--|(?:pre|script|style|textarea)(?=[\s>]|$)))/i.exec(
        line,
      ) ?? [];
    if (fence !== undefined) {
      const indent = list.trim() === '' ? 0 : list.length;
      end = new RegExp(`^ {${indent},${indent + 3}}${fence[0]}{${fence.length},}[ \\t]*$`);
    } else if (html !== undefined) {
      const closing = html === '!--' ? /-->/ : /<\/(?:pre|script|style|textarea)>/i;
      if (!closing.test(line)) end = closing;
    } else {
      yield line;
      // Within a paragraph, which an empty line ends.
      if (line.lastIndexOf('<!--') > line.lastIndexOf('-->')) end = /-->|^\s*$/;
    }
  }
}

/** A command that its writer may give. */
export interface CommandCall {
  readonly context: HandlerContext;
  readonly pull: Pull;
  readonly command: Command;
  /** Who wrote it. */
  readonly login: string;
  /** When, in ISO 8601. */
  readonly writtenAt: string;
  /** For a review: the commit that it is about, and the base branch. */
  readonly judged?: Judged | undefined;
}

/** Does what a command asks for. Repeated: nothing more happens. The answer is what a person has to
 * know or do, in markdown; undefined: it is done. */
export type CommandAction = (call: CommandCall) => Promise<string | undefined>;
