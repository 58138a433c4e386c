import { Failure, isFailure } from '#core/platform/failure.ts';

export function invalidXml(reason: string): Failure {
  return new Failure('invalid', 'invalid_xml', `Invalid XML: ${reason}`);
}

/** A step of the parser, whose errors say that the XML is invalid. */
export function parseXml(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (isFailure(error)) throw error;
    throw invalidXml((error as Error).message.replace(/^\d+:\d+: /, ''));
  }
}
