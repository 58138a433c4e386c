import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { someOf } from '#core/text/count.ts';
import type { Ci, CiBuild, CiChild } from '../ci/ci.ts';
import { maxFailures } from '../input/input-writer.ts';
import { buildConsole, buildFailures, buildPasses } from '../../base/job-files.ts';
import type { FailureInput } from '../../base/schema/request.ts';
import type { BuildNode } from './build-tree.ts';
import { consoleReader } from './console-excerpt.ts';
import { findBuild } from '../ci/open-ci.ts';

type Needs = Pick<Platform, 'blobs' | 'clock'>;

const deepest = 3;
const maxBuilds = 100;
/** Lines of a console output that may name a child. */
const maxChildLines = 10_000;
const namesInNote = 5;
const stillRunning =
  'The build was still running: what it reports later is not in this analysis. Analyze it again when it has ended.';
/** In the cloud a step has to end in time: then the next one continues. */
const stepMilliseconds = 120_000;

interface Reading {
  readonly job: string;
  readonly ci: Ci;
  /** The build that was asked for, when it has just been looked at. */
  readonly root: CiBuild;
  /** When the step began, in milliseconds. */
  readonly began: number;
  readonly signal: AbortSignal;
  /** Called once, before the first child is read. */
  readonly onChildren: () => Promise<void>;
}

export function rootNode({ name, number }: CiChild): BuildNode {
  return unread({ name, number }, { parent: null, depth: 0 });
}

/** Reads the builds that have not been read: failed tests and console output are stored as files of
 * the job, failed children are added to the list. False: some are left for another step. */
export async function readBuilds(
  needs: Needs,
  nodes: BuildNode[],
  reading: Reading,
): Promise<boolean> {
  const { ci, root, began, signal } = reading;
  let children = nodes.length > 1;
  // The list grows while it is read.
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at] as BuildNode;
    if (node.isRead) continue;
    if (at > 0 && needs.clock.now().getTime() - began > stepMilliseconds) return false;
    if (at > 0 && !children) await reading.onChildren();
    children = at > 0 || children;
    signal.throwIfAborted();
    const { job_name: name, build_number: number } = node;
    try {
      const build = at === 0 ? root : await findBuild(ci, name, number);
      nodes[at] = await readBuild(needs, nodes, at, build, reading);
    } catch (error) {
      // The analysis continues without a child that cannot be read.
      const isOurs = !isFailure(error) || error.kind === 'unavailable';
      if (at === 0 || isOurs || signal.aborted) throw error;
      nodes[at] = { ...node, isRead: true, note: error.message };
    }
  }
  for (const [at, node] of nodes.entries()) {
    const hasChild = nodes.some(({ parent, url }) => parent === at && url !== null);
    if (node.url === null || node.failures > 0 || hasChild) continue;
    nodes[at] = { ...node, isConsoleOnly: true, failures: 1 };
  }
  return true;
}

async function readBuild(
  needs: Needs,
  nodes: BuildNode[],
  at: number,
  build: CiBuild,
  { job, ci }: Reading,
): Promise<BuildNode> {
  const node = nodes[at] as BuildNode;
  const notes: string[] = [];
  if (build.result === undefined) notes.push(stillRunning);
  const reader = consoleReader();
  const childLines: string[] = [];
  const onLine = (line: string) => {
    reader.line(line);
    if (line.includes(' completed: ') && childLines.length < maxChildLines) childLines.push(line);
  };
  await ci.console(build, onLine).catch((error: unknown) => {
    if (!isFailure(error)) throw error;
    notes.push(`The console output could not be read: ${error.message}`);
  });
  const { text: excerpt, main, note } = reader.end();
  if (note !== undefined) notes.push(note);
  const { failures: failed, passed, leftOut = [] } = await ci.report(build);
  if (leftOut.length > 0)
    notes.push(`Files in artifacts that are no test reports: ${someOf(leftOut, 3)}.`);
  const children = await ci.failedChildren(build, childLines.join('\n'));
  const { elsewhere, notes: about } = addChildren(nodes, at, children);
  notes.push(...about);
  if (failed.length === 0 && elsewhere.length > 0 && elsewhere.length === children.length)
    notes.push(`Its failed child jobs are shown elsewhere: ${someOf(elsewhere, namesInNote)}.`);
  // In place of failed tests, the output counts when no child can be read either.
  const failures = failed.length === 0 ? [consoleFailure(node, main)] : failed;
  const before = nodes.reduce((sum, each) => sum + each.failures, 0);
  if (before + failures.length > maxFailures) throw tooManyFailures();
  const lines = failures.map((failure) => `${JSON.stringify(failure)}\n`);
  await needs.blobs.put(buildFailures(job, at), lines.join(''));
  await needs.blobs.put(buildConsole(job, at), excerpt);
  if (passed.length > 0) await needs.blobs.put(buildPasses(job, at), JSON.stringify(passed));
  return {
    ...node,
    isRead: true,
    failures: failed.length,
    url: build.url,
    note: notes.length === 0 ? null : notes.join(' '),
  };
}

/** Adds the failed children of a build, each once. Gives those that are in the list already, and notes
 * on those that are left out. */
function addChildren(nodes: BuildNode[], at: number, children: readonly CiChild[]) {
  const { depth } = nodes[at] as BuildNode;
  const keys = new Set(nodes.map(({ job_name, build_number }) => `${job_name} #${build_number}`));
  const [elsewhere, omitted]: [string[], string[]] = [[], []];
  for (const child of children) {
    const key = `${child.name} #${child.number}`;
    if (keys.has(key)) elsewhere.push(key);
    else if (depth === deepest || nodes.length === maxBuilds) omitted.push(key);
    else nodes.push(unread(child, { parent: at, depth: depth + 1 }));
    keys.add(key);
  }
  if (omitted.length === 0) return { elsewhere, notes: [] };
  const limit =
    depth === deepest
      ? `child jobs are followed to depth ${deepest}`
      : `an analysis reads at most ${maxBuilds} builds`;
  const text = `Failed child jobs that were not analyzed: ${someOf(omitted, namesInNote)}; ${limit}.`;
  return { elsewhere, notes: [text] };
}

function unread({ name, number }: CiChild, place: Pick<BuildNode, 'parent' | 'depth'>): BuildNode {
  return {
    job_name: name,
    build_number: number,
    ...place,
    isRead: false,
    url: null,
    failures: 0,
    isConsoleOnly: false,
    note: null,
  };
}

/** Stands for a build that has no failed test. Its name is the same in the next build. */
function consoleFailure({ job_name: test_name }: BuildNode, main: string): FailureInput {
  const error_message = main || 'The build has no test report and no console output';
  return { test_name, error_message, stack_trace: '', duration: 0, status: 'FAILED' };
}

function tooManyFailures(): Failure {
  const message = `The builds have more than ${maxFailures.toLocaleString('en')} failed tests`;
  return new Failure('invalid', 'too_many_failures', message);
}
