/** The folder of a project, guessed from its encoded name: the encoding loses which characters were
 * hyphens. */
export function decodedProject(path: string): string {
  const [folder = ''] = path.split('/');
  return folder.replaceAll('--', '/.').replaceAll('-', '/');
}

/** The last component. */
export function projectName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
