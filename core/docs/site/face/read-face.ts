import type { Tree } from '#core/platform/ports/trees.ts';
import { mainEcosystem } from './ecosystems.ts';
import type { ProjectFace } from '../../schema.ts';
import { findLogo } from './logo.ts';
import { findPicture } from './picture.ts';
import { firstSample } from './first-sample.ts';
import { readPackage } from './package.ts';
import { textReader } from '../../evidence/text-reader.ts';

/** `files` are all paths of the tree, `name` is that of the repository. */
export async function readFace(
  tree: Pick<Tree, 'read'>,
  files: readonly string[],
  name: string,
): Promise<ProjectFace> {
  const ecosystem = mainEcosystem(files);
  const read = textReader(tree);
  const own = ecosystem && (await readPackage(ecosystem, { name, files, read }));
  const sample = ecosystem && (await firstSample(ecosystem, own?.name, files, read));
  return {
    install: own?.install ?? null,
    version: own?.version ?? null,
    sample: sample ?? null,
    logo: findLogo(files),
    picture: await findPicture(files, read),
  };
}
