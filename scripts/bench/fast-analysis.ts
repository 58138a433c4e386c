import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Ai } from '#core/platform/ports/programs/ai.ts';
import { runService } from './services.ts';

/** Runs the failure analysis in a process of its own, with a model that answers at once. */
export async function withAnalysis<Result>(
  folder: string,
  measure: (url: string, server: ChildProcess) => Promise<Result>,
  variables: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const server = fork(import.meta.filename, [folder, JSON.stringify(variables)]);
  try {
    const ended = once(server, 'exit').then(() => {
      throw new Error('The server of the failure analysis has ended');
    });
    const [url] = (await Promise.race([once(server, 'message'), ended])) as [string];
    return await measure(url, server);
  } finally {
    const end = once(server, 'exit');
    if (server.kill('SIGTERM')) await end;
  }
}

export const model = { ai_provider: 'provider_a', ai_model: 'sonnet' };

/** The body of a request for an analysis. */
export function failures(count: number, signatures: number): string {
  const all = Array.from({ length: count }, (_, at) => {
    // Numbers do not count in the signatures of groups.
    const kind = String.fromCharCode(97 + (at % signatures) / 26, 97 + ((at % signatures) % 26));
    return {
      test_name: `shop.checkout.Test${at}.pays`,
      error_message: `expected ${kind} but was another`,
      stack_trace: `at pay (src/${kind}.ts:2:3)\nat run (src/run.ts:9:1)\n`.repeat(8),
    };
  });
  return JSON.stringify({ ...model, failures: all });
}

/** From POST to the result. */
export async function analyze(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/analyze-failures`, { method: 'POST', headers, body });
  const { status } = (await reply.json()) as { status: string };
  if (status !== 'completed') throw new Error(`The analysis is ${status}`);
}

async function serveAnalysis(folder: string, variables: string): Promise<void> {
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
  const { url } = await runService(
    'analysis',
    folder,
    JSON.parse(variables) as Record<string, string>,
    { platform: { ai } },
  );
  process.send?.(url);
  process.on('disconnect', () => process.exit());
}

if (import.meta.main) await serveAnalysis(process.argv[2] ?? '', process.argv[3] ?? '{}');
