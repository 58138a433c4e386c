import type { AnalysisDetail } from '../../../base/schema/detail.ts';
import type { RunChanges } from '../../../base/schema/changes.ts';
import { citedFiles } from '../../../results/cause-owners.ts';
import type { Frame } from '../../../explain/grouping/stack-frame.ts';

/** The files that changed since the last run that passed and that a cause names: in a quote, in the change
 * that it suggests, or in a frame of the stack trace. */
export function citedChanges(
  { files }: Pick<RunChanges, 'files'>,
  detail: AnalysisDetail,
  frames: readonly Pick<Frame, 'file' | 'name'>[],
): string[] {
  const cited = citedFiles(detail);
  return files.filter(
    (path) => cited.some((each) => isPath(each, path)) || frames.some((frame) => isIn(frame, path)),
  );
}

/** The same file, whatever folder it is named from. */
function isPath(name: string, path: string): boolean {
  const plain = name.replaceAll('\\', '/');
  return plain === path || plain.endsWith(`/${path}`);
}

/** A frame of the JVM has the package in its name, and no folder. */
function isIn({ file, name }: Pick<Frame, 'file' | 'name'>, path: string): boolean {
  const place = path.slice(0, path.lastIndexOf('.')).split('/').slice(-2).join('.');
  return isPath(file, path) || (path.endsWith(`/${file}`) && name.includes(`${place}.`));
}
