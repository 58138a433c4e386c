import { Failure } from '#core/platform/failure.ts';

export function unwritable(place: string, code: string): Failure {
  return new Failure('unavailable', 'unwritable', `${place} cannot be written (${code})`);
}
