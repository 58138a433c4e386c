import { chosenBackend } from './emulators.ts';

/** vitest's globalSetup: prints once which emulators the AWS adapters are tested on. */
export default function printBackend(): void {
  const { name, services } = chosenBackend();
  const parts = Object.entries(services).map(([service, by]) => `${service} ${by}`);
  process.stdout.write(`AWS adapters run on: ${name} (${parts.join(', ')})\n`);
}
