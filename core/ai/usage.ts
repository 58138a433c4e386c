export interface Output {
  readonly text: string;
  readonly failed: boolean;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
}

/**
 * Parses the two envelopes that report usage: `{"type":"result","result",…,"usage",
 * "total_cost_usd"}` and `{"response","stats":{"models":{…{"tokens"}}}}`. Any other stdout is the
 * answer itself.
 */
export function readOutput(stdout: string): Output {
  const envelope = parse(stdout.trim());
  if (envelope?.['type'] === 'result' && 'is_error' in envelope) return resultEnvelope(envelope);
  if (isObject(envelope?.['stats']) && ('response' in envelope || 'error' in envelope)) {
    return statsEnvelope(envelope);
  }
  return { text: stdout, failed: false, inputTokens: null, outputTokens: null, costUsd: null };
}

function resultEnvelope(envelope: Record<string, unknown>): Output {
  const usage = isObject(envelope['usage']) ? envelope['usage'] : {};
  return {
    text: textOf(envelope['result']) || textOf(envelope['errors']),
    failed: envelope['is_error'] === true,
    // Tokens from the provider's cache are paid for too.
    inputTokens: sum(
      usage['input_tokens'],
      usage['cache_creation_input_tokens'],
      usage['cache_read_input_tokens'],
    ),
    outputTokens: sum(usage['output_tokens']),
    costUsd: sum(envelope['total_cost_usd']),
  };
}

function statsEnvelope(envelope: Record<string, unknown>): Output {
  const stats = envelope['stats'] as Record<string, unknown>;
  const models = isObject(stats['models']) ? Object.values(stats['models']) : [];
  const tokens = models.map((model) =>
    isObject(model) && isObject(model['tokens']) ? model['tokens'] : {},
  );
  const error = envelope['error'];
  return {
    text: textOf(envelope['response']) || textOf(isObject(error) ? error['message'] : error),
    failed: error !== undefined && error !== null,
    inputTokens: sum(...tokens.map((each) => each['prompt'])),
    outputTokens: sum(...tokens.flatMap((each) => [each['candidates'], each['thoughts']])),
    costUsd: null,
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function sum(...values: unknown[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number' && value >= 0) as number[];
  return numbers.length === 0 ? null : numbers.reduce((total, value) => total + value, 0);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join('\n');
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
