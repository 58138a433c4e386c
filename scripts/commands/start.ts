import { environment } from '#core/platform/config.ts';
import metadata from '../../package.json' with { type: 'json' };
import { endWithReader, main } from '../program/main.ts';
import { lantern, readsEnvFile } from './lantern.ts';

endWithReader();
await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--version')) return console.log(`lantern ${metadata.version}`);
  const { stdin, stdout, stderr } = process;
  const variables = readsEnvFile(args) ? environment() : { ...process.env };
  process.exitCode = (await lantern(args, { stdin, stdout, stderr, variables })) ?? 0;
});
