import { backend } from './emulators.ts';

/** vitest's globalSetup: prints once which emulators the AWS adapters are tested on. */
export default function printBackend(): void {
  const parts = Object.entries(backend().services).map(([service, by]) => `${service} ${by}`);
  process.stdout.write(`AWS adapters run on: ${parts.join(', ')}\n`);
}
