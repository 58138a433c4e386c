// The child process of offload.ts: imports the module of each message and answers once.
import { flushCompileCache } from 'node:module';

export interface ChildTask {
  readonly module: string;
  readonly input: unknown;
}

export type ChildAnswer = { readonly output: unknown } | { readonly problem: string };

process.on('message', (task: ChildTask) => {
  void answer(task);
});
// The parent process has ended.
process.on('disconnect', () => process.exit());

async function answer({ module, input }: ChildTask): Promise<void> {
  try {
    const { default: work } = (await import(module)) as { default: (input: unknown) => unknown };
    reply({ output: await work(input) });
    // It ends by a signal, and would keep nothing.
    flushCompileCache();
  } catch (error) {
    reply({ problem: error instanceof Error ? error.message : String(error) });
  }
}

function reply(answer: ChildAnswer): void {
  process.send?.(answer);
}
