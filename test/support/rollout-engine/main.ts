// A test double of the Pulumi engine's command line, as far as `sst` uses it. It runs the program
// that `sst` bundled and creates its resources on an AWS emulator by plain requests. It is not
// Pulumi: no plugins, no diffs by property, no locks, and unknown types are only recorded.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCheckpoint, stackOf, writeCheckpoint } from './checkpoint.ts';
import { eventLog } from './event-log.ts';
import { kinds } from './kinds/all.ts';
import { runProgram } from './program.ts';
import { rollout } from './rollout.ts';

const version = 'v3.215.0';
const words = process.argv.slice(2);
const backend = (process.env['PULUMI_BACKEND_URL'] ?? '').replace(/^file:\/\//, '');
const command = words[0];

if (command === 'version') process.stdout.write(`${version}\n`);
else if (command === 'stack') await writeCheckpoint(stackOf(words[2] ?? '', backend), version, []);
else if (command === 'up' || command === 'preview' || command === 'destroy') await run(command);
else throw new Error(`The stand-in of the engine knows no command ${command}`);

async function run(what: 'up' | 'preview' | 'destroy'): Promise<void> {
  const isPlanning = what === 'preview';
  const stack = stackOf(option('--stack'), backend);
  const log = eventLog(option('--event-log'), isPlanning);
  const own = rollout(await readCheckpoint(stack), log, isPlanning);
  let failure: unknown;
  if (what !== 'destroy') {
    const project = await readFile(join(backend, 'Pulumi.yaml'), 'utf8');
    const main = /^main: (.*)$/m.exec(project)?.[1]?.trim() ?? '';
    failure = await runProgram({ main, stack, isPlanning, rollout: own, log });
  }
  try {
    // After a failed program it is not known which resources are still wanted.
    if (failure === undefined) await own.prune();
  } catch (error) {
    failure = error;
  }
  const resources = own.resources();
  if (!isPlanning) await writeCheckpoint(stack, version, resources);
  const changes = log.summary();
  const unknown = resources.filter(({ custom, type }) => custom && !kinds[type]);
  const left = [...new Set(unknown.map(({ type }) => type))].sort();
  process.stdout.write(`${JSON.stringify({ changes, unknown: left })}\n`);
  if (failure !== undefined) {
    const said = textOf(failure);
    log.failed('', said);
    process.stderr.write(`${said}\n`);
    process.exit(255);
  }
  process.exit(0);
}

function textOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : JSON.stringify(failure);
}

function option(name: string): string {
  return words[words.indexOf(name) + 1] ?? '';
}
