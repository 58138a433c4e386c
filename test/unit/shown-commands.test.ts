import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('shows no command that runs a package of a stranger outside this repository', () => {
  const places = ['README.md', 'docs', 'core', 'functions', 'scripts', 'infra'];
  const files = execFileSync('git', ['ls-files', '-z', ...places], { encoding: 'utf8' });
  const names = files
    .split('\0')
    .filter((name) => /\.(?:md|ts|js|mustache|json|ya?ml)$/.test(name));
  const shown = names.filter((name) =>
    /\bnpx (?:-y )?(?:lantern|pr)\b/.test(readFileSync(name, 'utf8')),
  );
  expect(names.length).toBeGreaterThan(500);
  expect(shown).toEqual([]);
});
