import { endWithOutput, main } from '../program/main.ts';
import { lantern, readsEnvFile } from './lantern.ts';

endWithOutput();
await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--version')) {
    const { default: metadata } = await import('../../package.json', { with: { type: 'json' } });
    return console.log(`lantern ${metadata.version}`);
  }
  const { stdin, stdout, stderr } = process;
  const variables = readsEnvFile(args)
    ? (await import('#core/platform/config.ts')).environment()
    : { ...process.env };
  process.exitCode = (await lantern(args, { stdin, stdout, stderr, variables })) ?? 0;
});
