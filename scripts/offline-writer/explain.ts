import type { ExplainTask } from '#core/ai/task.ts';

const maxFrames = 5;

/** Quotes the failure's own message: without a model there is no verdict. */
export function explain({ tests, error, stack }: ExplainTask) {
  const lines = `${error}\n${stack}`.split('\n').map((line) => line.trim().slice(0, 500));
  const message =
    lines.find((line) => /\b(?:error|exception|assert\w*|fail\w*|panic|fatal)\b/i.test(line)) ??
    lines.find((line) => line !== '') ??
    '';
  const frames = stack
    .split('\n')
    .map((line) => line.trim().slice(0, 300))
    .filter((line) => /^at\s|^File ".*", line \d+|[\w/.-]+\.\w+:\d+/.test(line))
    .slice(0, maxFrames);
  const details = [
    'Extracted without an AI model: nothing here is a verdict.',
    message && `Error: ${message}`,
    ...(frames.length > 0 ? ['First frames:', ...frames] : []),
  ];
  return {
    classification: '',
    affected_tests: tests,
    details: details.filter((line) => line !== '').join('\n'),
    extracted: true,
  };
}
