import { backends } from './emulators.ts';

/** vitest's globalSetup: prints once which emulators the AWS adapters are tested on. */
export default function printBackends(): void {
  const lines = backends().map(({ name, services }) => {
    const parts = Object.entries(services).map(([service, by]) => `${service} ${by}`);
    return `${name} (${parts.join(', ')})`;
  });
  process.stdout.write(`AWS adapters run on: ${lines.join('; ')}\n`);
}
