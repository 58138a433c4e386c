import { fileURLToPath } from 'node:url';

/** The command that answers when no AI command line is installed. */
export const offlineWriterCommand = [
  process.execPath,
  fileURLToPath(new URL('./main.ts', import.meta.url)),
] as const;
