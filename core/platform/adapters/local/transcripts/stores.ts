import { dirname, join } from 'node:path';

/** Where assistants of this machine keep their sessions. */
export interface TranscriptFolders {
  /** Claude Code: the folder of the projects' folders. */
  readonly projects: string;
  /** The home of Codex, with `sessions/<year>/<month>/<day>/` and `history.jsonl`. */
  readonly codex?: string | undefined;
  /** The home of Gemini, with `tmp/<project>/chats/`. */
  readonly gemini?: string | undefined;
}

/** The file of a path of the port. */
export function fileOf(folders: TranscriptFolders, path: string): string {
  const { projects, codex, gemini } = folders;
  const [folder = '', name] = path.split('/');
  if (name === undefined) return join(dirname(projects), path);
  const [, store, part = ''] = /^@(codex|gemini)(?:\.(.*))?$/s.exec(folder) ?? [];
  if (store === 'codex' && codex !== undefined) {
    return name === '.history.jsonl'
      ? join(codex, 'history.jsonl')
      : join(codex, 'sessions', ...part.split('.'), name);
  }
  if (store === 'gemini' && gemini !== undefined) return join(gemini, 'tmp', part, 'chats', name);
  return join(projects, path);
}

/** The folders of other assistants, as the port names them, with the folders of their files. */
export function otherFolders(
  folders: TranscriptFolders,
  entriesOf: (folder: string) => readonly string[],
): (readonly [name: string, folder: string])[] {
  const { codex, gemini } = folders;
  const below = (folder: string, names: readonly string[]) =>
    names.flatMap((name) => entriesOf(join(folder, name)).map((each) => join(name, each)));
  const sessions = codex === undefined ? undefined : join(codex, 'sessions');
  const days = sessions === undefined ? [] : below(sessions, below(sessions, entriesOf(sessions)));
  const chats = gemini === undefined ? undefined : join(gemini, 'tmp');
  return [
    ...days
      .filter((day) => /^\d{4}\/\d\d\/\d\d$/.test(day))
      .map((day) => [`@codex.${day.replaceAll('/', '.')}`, join(sessions ?? '', day)] as const),
    ...(chats === undefined ? [] : entriesOf(chats))
      .filter((project) => !project.startsWith('.'))
      .map((project) => [`@gemini.${project}`, join(chats ?? '', project, 'chats')] as const),
  ];
}
