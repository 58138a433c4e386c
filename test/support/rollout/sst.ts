import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { Project } from './project.ts';

// A rollout bundles each function: two minutes alone, several times that beside other tests.
const longestMilliseconds = 900_000;

export interface Run {
  readonly code: number | null;
  readonly output: string;
}

export interface Sst {
  run(...words: string[]): Promise<Run>;
  /** How many resources the last run created, updated, kept or deleted, and the types that the test
   * double only recorded. */
  changes(): Promise<{ changes: Record<string, number>; unknown: readonly string[] }>;
  /** The outputs of the last deploy. */
  outputs(): Promise<Record<string, string>>;
}

/** The real command line, with an emulator and the test double of the engine. */
export function sst(project: Project, endpoint: string, stage: string): Sst {
  const environment = {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: project.configuration,
    XDG_CONFIG_HOME: project.configuration,
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    SST_PULUMI_PATH: project.engine,
    SST_SKIP_DEPENDENCY_CHECK: '1',
    SST_NO_BUN: '1',
    NO_BUN: '1',
    SST_TELEMETRY_DISABLED: '1',
  };

  return {
    run: (...words) =>
      new Promise((resolve, reject) => {
        const program = join(project.folder, 'node_modules/.bin/sst');
        const child = spawn(program, [...words, '--stage', stage], {
          cwd: project.folder,
          env: environment,
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        });
        let output = '';
        const add = (chunk: Buffer) => (output += chunk.toString());
        child.stdout.on('data', add);
        child.stderr.on('data', add);
        // The command starts its engine in a new process group, and ends it on a signal.
        const tooLong = setTimeout(() => child.kill('SIGINT'), longestMilliseconds);
        child.on('error', reject);
        child.on('close', (code) => {
          clearTimeout(tooLong);
          resolve({ code, output });
        });
      }),

    async changes() {
      const said = await readFile(join(project.folder, '.sst/log/pulumi.log'), 'utf8');
      const last = said.trim().split('\n').at(-1) ?? '';
      return JSON.parse(last) as { changes: Record<string, number>; unknown: string[] };
    },

    async outputs() {
      const text = await readFile(join(project.folder, '.sst/outputs.json'), 'utf8');
      return JSON.parse(text) as Record<string, string>;
    },
  };
}
