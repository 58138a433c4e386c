interface Candidate {
  readonly name: string;
}

/** The package that a repository of several is about: the one with its name. `hints` are names of the
 * repository and of its private root. */
export function mainPackage<Kind extends Candidate>(
  candidates: readonly Kind[],
  hints: readonly string[],
): Kind | undefined {
  for (const hint of hints.map(shortName).filter((name) => name !== '')) {
    const main = candidates.find(({ name }) => shortName(name) === hint);
    if (main) return main;
  }
  return candidates.length === 1 ? candidates[0] : undefined;
}

const ofWorkspace = /[-_](?:monorepo|workspaces?|root|repo|repository|parent)$/;

/** Without scope, folders, the major version of Go and what only a root adds. */
export function shortName(name: string): string {
  const path = name.replace(/(?:\/|\.)v\d+$/, '');
  return path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(ofWorkspace, '');
}
