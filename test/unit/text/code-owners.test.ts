import { expect, it } from 'vitest';
import { ownersOf, readCodeOwners } from '#core/text/code-owners.ts';

// From the documentation of GitHub's code owners.
const file = `# This is a comment.
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
*.txt @octo-org/octocats
/build/logs/ @doctocat
docs/* docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/ @octocat
/apps/github
[Section]
^[Optional] @nobody
/deep/**/last.ts @deep
/exact.ts @exact
`;

it.each([
  ['README.md', ['@global-owner1', '@global-owner2']],
  ['src/a/b.js', ['@js-owner']],
  ['a.go', ['docs@example.com']],
  ['notes/a.txt', ['@octo-org/octocats']],
  ['build/logs/a', ['@octocat']],
  ['deploy/logs/a/b.txt', ['@octocat']],
  ['x/docs/getting-started.md', ['@global-owner1', '@global-owner2']],
  ['docs/build-app/troubleshooting.md', ['@doctocat']],
  ['scripts/a', ['@doctocat', '@octocat']],
  ['lib/apps/a.ts', ['@octocat']],
  ['apps/a.ts', ['@octocat']],
  ['apps/github', []],
  ['apps/github/deep/a.ts', []],
  ['apps/githubs', ['@octocat']],
  ['deep/last.ts', ['@deep']],
  ['deep/a/b/last.ts', ['@deep']],
  ['exact.ts', ['@exact']],
  ['a/exact.ts', ['@global-owner1', '@global-owner2']],
])('the owners of %s are %j', (path, owners) => {
  expect(ownersOf(readCodeOwners(file), path)).toEqual(owners);
});

it('S15: takes the time of the lengths, whatever the pattern', () => {
  const hostile = `${'*a'.repeat(240)}b @x\n${'**/'.repeat(160)}z @y\n`.repeat(500);
  const path = `${'a'.repeat(255)}/`.repeat(10);
  expect(ownersOf(readCodeOwners(hostile), path)).toEqual([]);
});

it('docs/* has the files of the folder, and not those below', () => {
  const rules = readCodeOwners('docs/* @docs');
  expect(['docs/a.md', 'docs/b/a.md', 'x/docs/a.md'].map((path) => ownersOf(rules, path))).toEqual([
    ['@docs'],
    [],
    [],
  ]);
});
