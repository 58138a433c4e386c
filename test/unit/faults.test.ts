import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { faults } from '#test/faults/faults.ts';
import { mutate, root } from '#test/faults/mutate.ts';

// `npm run faults` runs the tests.
it.each(faults)('core/%s has one “%s”, and a program without it', (...fault) => {
  const { diagnostics } = ts.transpileModule(mutate(fault).mutant, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  expect(existsSync(join(root, `test/${fault[3]}.test.ts`))).toBe(true);
});
