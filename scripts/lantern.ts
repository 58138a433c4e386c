#!/usr/bin/env node
import { environment } from '#core/platform/config.ts';
import metadata from '../package.json' with { type: 'json' };
import { health } from './commands/health.ts';
import { dead, replay } from './commands/jobs.ts';
import type { Group } from './commands/line/command.ts';
import { runGroup } from './commands/line/group.ts';
import { main } from './main.ts';

const options = {
  help: { type: 'boolean', short: 'h', about: 'show this' },
  json: { type: 'boolean', about: 'print data for programs' },
} as const;

const group: Group<typeof options> = {
  name: 'lantern',
  options,
  common: ['json', 'help'],
  commands: {
    docs: {
      words: '<command>',
      about: 'generate, list, show, download, users …: see lantern docs help',
      // Loaded only when the command uses it.
      run: async () => {},
    },
    health: { about: 'ask every service on this machine whether it answers', run: health },
    'jobs dead': {
      words: '<service>',
      about: 'messages that were given up, with the reason',
      run: dead,
    },
    'jobs replay': {
      words: '<service> <id>',
      about: 'send such a message again',
      run: replay,
    },
  },
  footer: `
Services of health and jobs are those that \`npm start\` runs in this folder, with the settings of
its .env. lantern --version prints the version.`,
};

await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--version')) return console.log(`lantern ${metadata.version}`);
  const { stdin, stdout, stderr } = process;
  const shell = { stdin, stdout, stderr, variables: environment() };
  const isDocs = args[0] === 'docs' || (args[0] === 'help' && args[1] === 'docs');
  if (!isDocs) return void (process.exitCode = (await runGroup(group, args, shell)) ?? 0);
  const { docs } = await import('./commands/docs.ts');
  const rest = args[0] === 'docs' ? args.slice(1) : ['help', ...args.slice(2)];
  process.exitCode = (await docs(rest, shell)) ?? 0;
});
