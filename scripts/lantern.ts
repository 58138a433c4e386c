#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { Failure } from '#core/platform/failure.ts';
import { health } from './commands/health.ts';
import { dead, replay } from './commands/jobs.ts';
import { main } from './main.ts';

const usage = `Usage: lantern <command> [--json]

  health                      ask every service on this machine whether it answers
  jobs dead <service>         messages that were given up, with the reason
  jobs replay <service> <id>  send such a message again
  docs <command>              generate, list, show, download, users …: see lantern docs help

Services of health and jobs are those that \`npm start\` runs in this folder, with the settings of its .env.`;

const commands: Readonly<
  Record<string, (args: readonly string[], json: boolean) => Promise<void>>
> = {
  health,
  'jobs dead': dead,
  'jobs replay': replay,
};

await main(async () => {
  // Such a group has options of its own, and is loaded only when it is asked for.
  if (process.argv[2] === 'docs') {
    const { docs } = await import('./commands/docs.ts');
    return docs(process.argv.slice(3));
  }
  const { values, positionals } = parse();
  const [first = 'help', second = ''] = positionals;
  if (values.help || first === 'help') return console.log(usage);
  const long = commands[`${first} ${second}`];
  const command = long ?? commands[first];
  if (!command) {
    throw new Failure(
      'invalid',
      'usage',
      `Unknown command '${positionals.join(' ')}': see lantern help`,
    );
  }
  await command(positionals.slice(long ? 2 : 1), values.json);
});

function parse() {
  try {
    const options = {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(
      'invalid',
      'usage',
      `${(error as Error).message.split('. ')[0] ?? ''}: see lantern help`,
    );
  }
}
