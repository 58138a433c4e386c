import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Ai } from '#core/platform/ports/programs/ai.ts';
import { runService } from './services.ts';

/** Runs the failure analysis in a process of its own, with a model that answers at once. */
export async function withAnalysis<Result>(
  folder: string,
  measure: (url: string, server: ChildProcess) => Promise<Result>,
): Promise<Result> {
  const server = fork(import.meta.filename, [folder]);
  try {
    const [url] = (await once(server, 'message')) as [string];
    return await measure(url, server);
  } finally {
    const end = once(server, 'exit');
    server.kill('SIGTERM');
    await end;
  }
}

export const model = { ai_provider: 'provider_a', ai_model: 'sonnet' };

async function serveAnalysis(folder: string): Promise<void> {
  const text = JSON.stringify({
    classification: 'CODE ISSUE',
    details: 'The test expects another value. '.repeat(30),
    artifacts_evidence: '',
    code_fix: { file: 'src/app.ts', line: '3', change: 'Return the other value.' },
  });
  const usage = { inputTokens: null, outputTokens: null, costUsd: null };
  const ai: Ai = {
    ask: async () => ({ text, ...usage, reused: false }),
    unavailable: async () => undefined,
    program: async () => ({ id: 'provider_a', title: 'Bench', kind: 'own' }),
    works: async () => [],
    abandon: async () => {},
  };
  const { url } = await runService('analysis', folder, {}, { platform: { ai } });
  process.send?.(url);
  process.on('disconnect', () => process.exit());
}

if (import.meta.main) await serveAnalysis(process.argv[2] ?? '');
