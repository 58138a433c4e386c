export const commandNames = [
  ...(['wip', 'hold', 'verified', 'lgtm', 'approve', 'automerge', 'retest'] as const),
  ...(['cherry-pick', 'assign-reviewers', 'assign-reviewer'] as const),
  ...(['check-can-merge', 'reprocess', 'analyze'] as const),
] as const;

export type CommandName = (typeof commandNames)[number];

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
const longestBody = 65_536;
const longestText = 1_000;
const mostWords = 20;
const mostCommands = 10;

/**
 * The commands of a comment, each once: lines that begin with `/`. Code blocks, quotes and hidden
 * text are not commands, and neither are names that are not listed.
 */
export function readCommands(body: string): Command[] {
  const commands = new Map<string, Command>();
  for (const line of visibleLines(body.slice(0, longestBody))) {
    const [, name, text = ''] = /^ {0,3}\/([a-z-]{1,40})(?:\s(.*))?$/i.exec(line) ?? [];
    if (name === undefined || !isName(name.toLowerCase())) continue;
    const command = commandOf(name.toLowerCase() as CommandName, text.slice(0, longestText).trim());
    commands.set(JSON.stringify(command), command);
    if (commands.size === mostCommands) break;
  }
  return [...commands.values()];
}

function isName(name: string): name is CommandName {
  return (commandNames as readonly string[]).includes(name);
}

function commandOf(name: CommandName, text: string): Command {
  const rest = text.replace(/^cancel(?:\s|$)|(?<=^|\s)cancel$/i, '').trim();
  const words = [...rest.matchAll(/"([^"]+)"|([^\s,]+)/g)]
    .slice(0, mostWords)
    .map(([, quoted, plain]) => (quoted ?? plain) as string);
  return { name, text: rest, words, isCancelled: rest !== text };
}

/** Lines outside of fenced code, HTML comments and preformatted HTML (CommonMark 0.31, 4.5, 4.6). */
function* visibleLines(body: string): Generator<string> {
  let end: RegExp | undefined;
  for (const line of body.split(/\r\n?|\n/)) {
    if (end) {
      if (end.test(line)) end = undefined;
      continue;
    }
    const [, fence, html] =
      /^ {0,3}(?:(`{3,}(?=[^`]*$)|~{3,})|<(!--|(?:pre|script|style|textarea)(?=[\s>]|$)))/i.exec(
        line,
      ) ?? [];
    if (fence !== undefined) {
      end = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
    } else if (html !== undefined) {
      const closing = html === '!--' ? /-->/ : /<\/(?:pre|script|style|textarea)>/i;
      if (!closing.test(line)) end = closing;
    } else yield line;
  }
}
