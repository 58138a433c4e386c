import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { agentGroup } from '../../../scripts/commands/agent.ts';
import { docsGroup } from '../../../scripts/commands/docs.ts';
import { lanternGroup } from '../../../scripts/commands/lantern.ts';
import { examples } from '../../../scripts/commands/line/examples.ts';
import type { Group, Options } from '../../../scripts/commands/line/command.ts';
import { runGroup } from '../../../scripts/commands/line/group.ts';
import { logsGroup } from '../../../scripts/commands/logs.ts';
import { prGroup } from '../../../scripts/commands/pr.ts';
import { sessionsGroup } from '../../../scripts/commands/sessions.ts';
import { webhookGroup } from '../../../scripts/commands/webhook.ts';
import { fakeShell } from '#test/support/command-line/fake-shell.ts';

const groups = [
  lanternGroup,
  agentGroup,
  docsGroup,
  prGroup,
  sessionsGroup,
  logsGroup,
  webhookGroup,
];
/** Each command that is none of another group. */
const commands = (groups as unknown as Group<Options>[]).flatMap((group) =>
  Object.keys(group.commands)
    .filter((name) => group.commands[name]?.words !== '<command>')
    .map((name) => ({ group, name, full: `${group.name} ${name}` })),
);

/** The words that the shell would pass on. */
function wordsOf(example: string): string[] {
  const words = example.match(/'[^']*'|\S+/g) ?? [];
  const end = words.findIndex((word) => /^[<>|]$/.test(word));
  return words.slice(0, end === -1 ? words.length : end).map((word) => word.replaceAll("'", ''));
}

/** The command that a line runs, with its words; nothing is run. */
async function read(group: Group<Options>, line: string) {
  let typed: { name: string; words: readonly string[] } | undefined;
  const recorded = Object.entries(group.commands).map(([name, command]) => {
    const run = async (words: readonly string[]) => {
      typed = { name, words };
    };
    return [name, { ...command, run }] as const;
  });
  const own = wordsOf(line).slice(group.name.split(' ').length);
  const { shell } = fakeShell({});
  await runGroup({ ...group, commands: Object.fromEntries(recorded) }, own, shell);
  return typed;
}

describe('the examples of the help', () => {
  it('are there for every command, and for nothing else', () => {
    expect(Object.keys(examples).sort()).toEqual(commands.map(({ full }) => full).sort());
  });

  it.each(commands)('$full', async ({ group, name, full }) => {
    const needed = group.commands[name]?.words?.match(/<[^>]+>/g)?.length ?? 0;
    for (const line of examples[full] ?? []) {
      const typed = await read(group, line);
      expect([line, typed?.name, (typed?.words.length ?? 0) >= needed]).toEqual([line, name, true]);
    }
  });
});

describe('the help of a command', () => {
  const help = async (typed: string, columns = 100) => {
    const { shell, heard } = fakeShell({ columns, isTTY: true });
    await runGroup(lanternGroup, typed.split(' '), shell);
    return stripVTControlCharacters(heard.text);
  };

  it('has its options in sections, those of the command first', async () => {
    const titles = (await help('analyze --help')).match(/^\S.*:$/gm);
    expect(titles).toEqual([
      ...['Options:', 'Run of the reports:', 'Repositories:', 'Model:', 'Issue tracker:'],
      ...['Build server:', 'Server:', 'Options of every command:', 'Examples:'],
    ]);
  });

  it.each([60, 80])('fits a terminal of %i columns', async (columns) => {
    const lines = [...(await help('ask --help', columns)).split('\n')];
    lines.push(...(await help('--help', columns)).split('\n'));
    const long = lines.filter((line) => line.length > columns && !/^ {2}lantern /.test(line));
    expect(long).toEqual([]);
  });
});
