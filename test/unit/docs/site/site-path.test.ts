import { describe, expect, it } from 'vitest';
import { sitePath } from '#core/docs/site/files/site-path.ts';
import { isFailure } from '#core/platform/failure.ts';

function answer(path: string): string | number {
  try {
    return sitePath(path);
  } catch (error) {
    if (isFailure(error, 'forbidden') && error.message === 'Access denied') return 403;
    if (isFailure(error, 'missing') && error.message === 'File not found') return 404;
    throw error;
  }
}

// As decoded once by the gateway.
const table: readonly (readonly [string, string | number])[] = [
  ['index.html', 'index.html'],
  ['assets/style.css', 'assets/style.css'],
  ['assets/../index.html', 'index.html'],
  ['assets//style.css', 'assets/style.css'],
  ['./index.html', 'index.html'],
  ['../site/index.html', 'index.html'],
  ['..', 403],
  ['../plan.json', 403],
  ['../site-other/x', 403],
  ['../../x/site/index.html', 403],
  ['a/../../plan.json', 403],
  ['../'.repeat(40), 403],
  ['../../../../../../etc/passwd', 403],
  ['/etc/passwd', 403],
  ['/index.html', 403],
  ['', 404],
  ['.', 404],
  ['assets/', 404],
  ['assets/..', 404],
  ['index.html/', 404],
  ['index.html/.', 404],
  ['%2e%2e/plan.json', '%2e%2e/plan.json'],
  ['%2e%2e%2fplan.json', '%2e%2e%2fplan.json'],
  ['%c0%ae%c0%ae/plan.json', '%c0%ae%c0%ae/plan.json'],
  ['..\\plan.json', 404],
  ['a\\..\\..\\plan.json', 404],
  ['index.html\0.png', 404],
  ['index\n.html', 404],
  ['...', '...'],
  ['. ./x', '. ./x'],
  ['x'.repeat(256), 404],
  ['x/'.repeat(400) + 'x', 404],
];

describe('the path below a site', () => {
  it.each(table)('%j is %j (S5)', (path, expected) => {
    expect(answer(path)).toBe(expected);
  });
});
