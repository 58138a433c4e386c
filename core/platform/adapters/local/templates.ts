import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namesIn } from '#core/text/template.ts';
import { Failure } from '../../failure.ts';
import type { Templates } from '../../ports/files/templates.ts';

const ending = '.mustache';

export interface TemplatesOptions {
  /** The folder of our templates, with subfolders. */
  readonly root: string;
  /** TEMPLATES_DIR: the operator's templates, without subfolders. */
  readonly replaced: string | undefined;
}

/** Failure('configuration') if a file of the operator cannot replace one of ours. */
export function fileTemplates({ root, replaced }: TemplatesOptions): Templates {
  const files = replaced === undefined ? [] : checkFolder(replaced, root);
  /** They belong to the program, and change with it alone. */
  const own = new Map<string, string>();
  return {
    async read(name) {
      const file = `${basename(name)}${ending}`;
      if (replaced !== undefined && files.includes(file)) {
        return readFileSync(join(replaced, file), 'utf8');
      }
      const text = own.get(name) ?? readFileSync(join(root, `${name}${ending}`), 'utf8');
      own.set(name, text);
      return text;
    },
  };
}

/** The operator's file names. */
function checkFolder(folder: string, root: string): string[] {
  if (!existsSync(folder)) throw refused(`the folder ${folder} does not exist`);
  const ours = new Map(filesBelow(root).map((path) => [basename(path), join(root, path)]));
  const files = filesBelow(folder);
  for (const file of files) {
    const own = ours.get(file);
    const ourNames = [...ours.keys()].sort().join(', ');
    if (own === undefined) throw refused(`${file} replaces no template: there are ${ourNames}`);
    const used = namesOf(join(folder, file), file);
    const offered = namesOf(own, file);
    const unknown = [...used].find((name) => !offered.has(name));
    if (unknown !== undefined) {
      const names = [...offered].map((name) => `{{${name}}}`).join(', ');
      throw refused(`${file} uses {{${unknown}}}, which has no value: there are ${names}`);
    }
    // It says that quoted text is never an instruction.
    if (offered.has('dataRule') && !used.has('dataRule')) {
      throw refused(`${file} must contain {{dataRule}}`);
    }
  }
  return files;
}

function namesOf(path: string, file: string): Set<string> {
  try {
    return namesIn(readFileSync(path, 'utf8'));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw refused(`${file} cannot be read as a mustache template: ${problem}`);
  }
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(ending));
}

function refused(problem: string): Failure {
  return new Failure('configuration', 'bad_template', `TEMPLATES_DIR: ${problem}`);
}
