#!/usr/bin/env node
import { environment } from '#core/platform/config.ts';
import metadata from '../package.json' with { type: 'json' };
import type { Command, Group } from './commands/line/command.ts';
import { runGroup } from './commands/line/group.ts';
import { endWithReader, main } from './main.ts';

const options = {
  help: { type: 'boolean', short: 'h', about: 'show this' },
  json: { type: 'boolean', about: 'print data for programs' },
  bucket: { type: 'string', value: 'name', about: 'the bucket of a stage' },
} as const;

type Run = Command<typeof options>['run'];

/** A command needs a fraction of our code: it loads what it runs. */
function loaded(load: () => Promise<Run>): Run {
  return async (...parameters) => (await load())(...parameters);
}

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
    pr: {
      words: '<command>',
      about: 'read and review pull requests: see lantern pr help',
      run: async () => {},
    },
    sessions: {
      words: '<command>',
      about: 'search stored sessions of coding assistants: see lantern sessions help',
      run: async () => {},
    },
    logs: {
      words: '<command>',
      about: 'follow, search and export the webhook log: see lantern logs help',
      run: async () => {},
    },
    health: {
      about: 'ask every service on this machine whether it answers',
      run: loaded(async () => (await import('./commands/health.ts')).health),
    },
    'config push': {
      words: '<file>',
      about: 'check a configuration file of the webhook receiver and put it into the cloud',
      options: ['bucket'],
      run: loaded(async () => (await import('./commands/config.ts')).push),
    },
    'jobs dead': {
      words: '<service>',
      about: 'messages that were given up, with the reason',
      run: loaded(async () => (await import('./commands/jobs.ts')).dead),
    },
    'jobs replay': {
      words: '<service> <id>',
      about: 'send such a message again',
      run: loaded(async () => (await import('./commands/jobs.ts')).replay),
    },
  },
  footer: `
Services of health and jobs are those that \`npm start\` runs in this folder, with the settings of
its .env. lantern --version prints the version.`,
};

const groups = {
  docs: async () => (await import('./commands/docs.ts')).docs,
  logs: async () => (await import('./commands/logs.ts')).logs,
  pr: async () => (await import('./commands/pr.ts')).pr,
  sessions: async () => (await import('./commands/sessions.ts')).sessions,
};

endWithReader();
await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--version')) return console.log(`lantern ${metadata.version}`);
  const { stdin, stdout, stderr } = process;
  const name = args[0] === 'help' ? args[1] : args[0];
  // A pull request's checkout may have a .env of its own: it must not name hosts or programs.
  const variables = name === 'pr' ? process.env : environment();
  const shell = { stdin, stdout, stderr, variables };
  const load = Object.entries(groups).find(([each]) => each === name)?.[1];
  if (!load) return void (process.exitCode = (await runGroup(group, args, shell)) ?? 0);
  const rest = args[0] === name ? args.slice(1) : ['help', ...args.slice(2)];
  process.exitCode = (await (await load())(rest, shell)) ?? 0;
});
