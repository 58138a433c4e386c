/** In place of infra/layer-folder.ts: an evaluation needs no network. */
export function layerFolder(name: string): string {
  return `layers/${name}/node_modules`;
}
