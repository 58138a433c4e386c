#!/usr/bin/env node
import { pr } from './commands/pr.ts';
import { endWithReader, main } from './program/main.ts';

endWithReader();
await main(async () => {
  const { stdin, stdout, stderr } = process;
  // Without .env: see lantern.ts.
  const shell = { stdin, stdout, stderr, variables: process.env };
  process.exitCode = (await pr(process.argv.slice(2), shell)) ?? 0;
});
