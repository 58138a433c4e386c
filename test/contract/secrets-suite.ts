import { describe, expect, it } from 'vitest';
import type { Secrets } from '#core/platform/ports/secrets.ts';
import { allTests } from '#test/support/at-end.ts';

export interface OpenSecrets {
  readonly secrets: Secrets;
  /** A second home over the same store, as another process would open it. */
  readonly other: Secrets;
}

/** What the store of the suite is configured with. */
export const configured = { GIVEN: 'given ü "quoted" $x', EMPTY: '' };

/** What ports.ts promises of Secrets; `open` configures what `configured` says. */
export function secretsContract(name: string, open: () => Promise<OpenSecrets>): void {
  describe(`secrets: ${name}`, () => {
    const opened = allTests(open);

    it.each([
      ['GIVEN', configured.GIVEN],
      ['EMPTY', undefined],
      ['ABSENT', undefined],
      ['__proto__', undefined],
      ['toString', undefined],
    ])('reads %s', async (name, value) => {
      expect(await opened().secrets.read(name)).toBe(value);
    });

    it('makes a secret once and keeps it', async () => {
      let made = 0;
      const make = () => `made ${++made} ü\n`;
      expect(await opened().secrets.keep('session', make)).toBe('made 1 ü\n');
      expect(await opened().secrets.keep('session', make)).toBe('made 1 ü\n');
      expect(await opened().other.keep('session', make)).toBe('made 1 ü\n');
      expect(await opened().secrets.keep('push', make)).toBe('made 2 ü\n');
      expect(made).toBe(2);
    });

    it('gives 64 racing callers one value', async () => {
      const values = await Promise.all(
        Array.from({ length: 64 }, (_, n) =>
          (n % 2 ? opened().secrets : opened().other).keep('raced', () => `value ${n}`),
        ),
      );
      expect(new Set(values).size).toBe(1);
      expect(await opened().other.keep('raced', () => 'late')).toBe(values[0]);
    });

    it('does not mix kept secrets with configured ones', async () => {
      expect(await opened().secrets.keep('GIVEN', () => 'own')).toBe('own');
      expect(await opened().secrets.read('GIVEN')).toBe(configured.GIVEN);
      expect(await opened().secrets.read('session')).toBeUndefined();
    });
  });
}
