import type { Service } from '#functions/service-manifest.ts';
import { layerFolder } from './layer-folder.ts';
import { stageName } from './stage-names.ts';

let layer: aws.lambda.LayerVersion | undefined;

/** DuckDB, for functions that search or move log entries. The others do not carry its 63 MB. */
export function logEngine({ logEngine: files = [] }: Service, file: string) {
  if (!files.includes(file)) return {};
  layer ??= new aws.lambda.LayerVersion('LogEngine', {
    layerName: stageName('log-engine'),
    compatibleArchitectures: ['arm64'],
    compatibleRuntimes: ['nodejs24.x'],
    code: new $util.asset.AssetArchive({
      'nodejs/node_modules': new $util.asset.FileArchive(layerFolder('log-engine')),
    }),
  });
  return { layers: [layer.arn] };
}

/** For functions that answer people, and schedules: large searches and moves need more memory. */
export function logMemory({ logEngine: files = [] }: Service, file: string) {
  return files.includes(file) ? { memory: '2048 MB' as const } : {};
}
