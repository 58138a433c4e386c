import { Failure } from '#core/platform/failure.ts';

export function invalidXml(reason: string): Failure {
  return new Failure('invalid', 'invalid_xml', `Invalid XML: ${reason}`);
}
