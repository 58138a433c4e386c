import { Failure } from '#core/platform/failure.ts';

export interface Payload {
  /** The raw bytes as text. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** `owner/name` */
  readonly fullName: string;
  readonly name: string;
}

// A byte order mark stays, and is refused as JSON: the text is the bytes.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Failure('invalid') in the words of the interface. */
export function readPayload(bytes: Uint8Array): Payload {
  const { text, value } = parse(bytes);
  if (!isObject(value) || !isObject(value['repository'])) {
    throw invalid('Missing repository in payload');
  }
  const { name, full_name } = value['repository'];
  if (!isName(name)) throw invalid('Missing repository.name in payload');
  if (!isName(full_name)) throw invalid('Missing repository.full_name in payload');
  return { text, body: value, fullName: full_name, name };
}

function parse(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = decoder.decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw invalid('Invalid JSON payload');
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function invalid(message: string): Failure {
  return new Failure('invalid', 'bad_payload', message);
}
