import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { plugin } from '../../../scripts/lint/plugin.ts';

RuleTester.describe = describe;
RuleTester.it = (title: string, check: () => void) => it(title, () => expect(check).not.toThrow());
const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });
const root = `${import.meta.dirname}/../../..`;
const inDocs = (code: string) => ({ code, filename: `${root}/core/docs/pages/x.ts` });

tester.run('packing spreads', plugin.rules['packing-spreads'], {
  valid: ['f({ ...a, b })', '[...(a ? [b] : [])]', 'f(...a)'],
  invalid: [
    { code: 'f({ c, ...{ a, b } })', output: 'f({ c, a, b })', errors: 1 },
    { code: '[c, ...[a, b]]', output: '[c, a, b]', errors: 1 },
    { code: 'f(...[a, b])', output: 'f(a, b)', errors: 1 },
    { code: '[...[a, b,]]', output: '[a, b]', errors: 1 },
  ],
});

tester.run('participle names', plugin.rules['participle-names'], {
  valid: ['const { found } = a', 'function found() {}', 'f((left, right) => left - right)'],
  invalid: [
    { code: 'const found = 1', errors: 1 },
    { code: 'f(({ row: known }, [kept]) => known)', errors: 2 },
    { code: 'f((left) => left)', errors: 1 },
  ],
});

tester.run('constant units', plugin.rules['constant-units'], {
  valid: ['const retryDelayMs = 5', 'let longest = 0', 'const { HOME } = a', 'const maxNames = 3'],
  invalid: ['TRIES = f()', 'most = 5', 'pollDelay = 2 * 60', 'longestName = 100'].map((code) => ({
    code: `const ${code}`,
    errors: 1,
  })),
});

tester.run('import style', plugin.rules['import-style'], {
  valid: [
    inDocs("import { a } from '#core/text/a.ts'"),
    inDocs("import { a } from '../site/a.ts'"),
    inDocs("import { a } from 'zod'"),
  ],
  invalid: [
    {
      ...inDocs("export { a } from '../../text/a.ts'"),
      output: "export { a } from '#core/text/a.ts'",
      errors: 1,
    },
    { ...inDocs("import('#core/docs/site/a.ts')"), output: "import('../site/a.ts')", errors: 1 },
  ],
});

tester.run('plain words', plugin.rules['plain-words'], {
  valid: ['// A timeout of a second.', 'const ofTwo = 1'],
  invalid: [
    { code: '// Of two rows the first.', errors: 1 },
    { code: '/** Its Patience ends. */', errors: 1 },
    { code: 'calmText.workshopOf()', errors: 2 },
    { code: '1', filename: 'farewell.ts', errors: 1 },
  ],
});
