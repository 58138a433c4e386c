import type { Tree } from '#core/platform/ports/trees.ts';
import { mainEcosystem } from './ecosystems.ts';
import type { ProjectFace } from '../../schema.ts';
import { findLogo } from './logo.ts';
import { firstSample } from './first-sample.ts';
import { readManifest } from './manifests.ts';
import { textReader } from './text-reader.ts';

/** `files` are all paths of the tree. */
export async function readFace(
  tree: Pick<Tree, 'read'>,
  files: readonly string[],
): Promise<ProjectFace> {
  const ecosystem = mainEcosystem(files);
  const read = textReader(tree);
  const manifest = ecosystem && (await readManifest(ecosystem, files, read));
  const sample = ecosystem && (await firstSample(ecosystem, manifest?.name, files, read));
  return {
    install: manifest?.install ?? null,
    version: manifest?.version ?? null,
    sample: sample ?? null,
    logo: findLogo(files),
  };
}
