// The other side of offload.ts: loads what it is told to and answers each message once.

export interface ChildTask {
  readonly module: string;
  readonly input: unknown;
}

export type ChildAnswer = { readonly output: unknown } | { readonly problem: string };

process.on('message', (task: ChildTask) => {
  void answer(task);
});
// The one who asks is gone, however it ended.
process.on('disconnect', () => process.exit());

async function answer({ module, input }: ChildTask): Promise<void> {
  try {
    const { default: work } = (await import(module)) as { default: (input: unknown) => unknown };
    reply({ output: await work(input) });
  } catch (error) {
    reply({ problem: error instanceof Error ? error.message : String(error) });
  }
}

function reply(answer: ChildAnswer): void {
  process.send?.(answer);
}
