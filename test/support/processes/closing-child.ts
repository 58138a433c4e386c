// A process that closes its offloaded work and then has nothing left to do.
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import type { Errand } from './offloaded-work.ts';

const offload = childOffload({ children: 1 });
const input: Errand = { kind: 'linger', value: 300 };
const module = import.meta.resolve('./offloaded-work.ts');
await offload.run({ module, input, timeoutMilliseconds: 30_000 });
await offload.close();
process.stdout.write('closed\n');
