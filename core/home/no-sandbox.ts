import type { Sandbox } from '#core/platform/ports/programs/sandbox.ts';

const reason = 'on AWS a command would have the rights of the service';

/** Functions and tasks of the cloud cannot make containers of their own. */
export const noSandbox: Sandbox = {
  missing: reason,
  run: async () => ({ end: 'not-run', reason }),
};
