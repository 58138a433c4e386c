import { readJavaFile, type JavaFile } from './java-module.ts';
import type { PublicModule } from './public-api.ts';
import { parseSource } from './syntax.ts';
import { withoutBodies } from './without-bodies.ts';
import type { Repository } from '../repository/repository.ts';

const isPrivate =
  /(?:^|\/)(?:internal|impl)\/|(?:^|\/)[\w-]*[-_](?:examples?|samples?|demos?|tests?|bench\w*|it|gwt)\/|(?:^|\/)src\/(?!main\/)\w*(?:test|Test|it|jmh)\w*\/|(?:^|\/)module-info\.java$/;
/** Only a type at the top level makes a file public. */
const isOpen =
  /^public\s|^@interface\s|\bpublic\s+(?:\w+\s+)*(?:class|interface|enum|record|@interface)\b/m;

/** A module for each package with public types. */
export function javaPackages(repository: Repository): PublicModule[] {
  const packages = new Map<string, JavaFile[]>();
  // A copy for another platform has the same path below its sources.
  const places = new Map<string, string>();
  for (const path of repository.sources()) {
    if (!path.endsWith('.java') || isPrivate.test(path)) continue;
    const place = path.replace(/^(?:.*\/)?src\/(?:main\/java\/)?/, '');
    const before = places.get(place);
    if (before === undefined || path.length < before.length) places.set(place, path);
  }
  for (const path of places.values()) {
    const isRead = path.endsWith('package-info.java') || repository.limitOf(path) !== undefined;
    if (!isRead && !isOpen.test(repository.text(path))) continue;
    const file = readJavaFile(parseSource(repository, path, withoutBodies));
    packages.set(file.name, [...(packages.get(file.name) ?? []), file]);
  }
  const sorted = [...packages].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, files]) => {
    const about = files.map((file) => file.about).find(Boolean) ?? '';
    const types = new Map(
      files
        .flatMap(({ declarations }) => declarations.map((each) => [each.name, each] as const))
        .reverse(),
    );
    const names = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      name: name || repository.name,
      family: name,
      about,
      names: names.map(([own, declaration]) => ({ name: own, declaration })),
    };
  });
}
