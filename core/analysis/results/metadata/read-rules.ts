import { isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { lazy } from '#core/platform/lazy.ts';
import { analysisSettings } from '../../base/settings.ts';
import { compileRules, type MatchName } from './match-rules.ts';
import { savedRules } from '../../base/tables/metadata-tables.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'readFile' | 'log'>;

export interface Rules {
  readonly source: 'page' | 'file' | 'none';
  readonly text: string;
  /** Why the file gives no rules. */
  readonly problem?: string;
  readonly match: MatchName;
}

/** YAML takes 40 kB, for those who have rules. */
const parser = lazy(() => import('./parse-rules.ts'));

const savedKey = { id: 'rules' };

/** Those that an administrator saved, else those of METADATA_RULES_FILE. */
export async function readRules(needs: Needs): Promise<Rules> {
  const saved = await needs.records.get(savedRules, savedKey);
  if (!saved) return fileRules(needs);
  return { source: 'page', text: saved.text, match: await matcherOf(saved.text) };
}

const files = new WeakMap<Environment, Promise<Rules>>();

/** The file is read once in the life of the process. */
function fileRules(needs: Needs): Promise<Rules> {
  const rules = files.get(needs.environment) ?? readRulesFile(needs);
  files.set(needs.environment, rules);
  return rules;
}

async function readRulesFile({ environment, readFile, log }: Needs): Promise<Rules> {
  const path = analysisSettings(environment).METADATA_RULES_FILE;
  const none = { source: 'none' as const, match: await compileRules([]) };
  if (path === undefined) return { ...none, text: '' };
  const text = await readFile(path);
  const problem = text === undefined ? 'it cannot be read' : await problemOf(text);
  if (text !== undefined && problem === undefined) {
    return { source: 'file', text, match: await matcherOf(text) };
  }
  log('WARNING', 'METADATA_RULES_FILE gives no rules', { problem });
  return { ...none, text: text ?? '', ...(problem !== undefined && { problem }) };
}

async function problemOf(text: string): Promise<string | undefined> {
  try {
    await compileText(text);
    return undefined;
  } catch (error) {
    if (isFailure(error)) return error.message;
    throw error;
  }
}

async function compileText(text: string): Promise<MatchName> {
  const { parseRules } = await parser();
  return compileRules(parseRules(text));
}

let last: { readonly text: string; readonly match: MatchName } | undefined;

/** Keeps what it compiled: a list of analyses asks again and again. */
async function matcherOf(text: string): Promise<MatchName> {
  if (last?.text !== text) last = { text, match: await compileText(text) };
  return last.match;
}
