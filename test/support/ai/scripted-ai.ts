import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

// An AI with scripted answers: `node scripted-ai.ts <script.json>`. Set it as AI_CLI_PROVIDER_A or
// another provider's command. A process for each question: it loads nothing that takes time.

export interface Rule {
  /** A regular expression for the whole prompt. Absent: every prompt. */
  when?: string;
  /** Required fields of the prompt's task. */
  task?: Record<string, unknown>;
  /** The rule applies to so many calls, over all processes; needs `log`. */
  times?: number;
  /** The answer; `{{title}}` is replaced by that field of the task. */
  text?: string;
  /** The answer as JSON text. */
  json?: unknown;
  /** The answer as bytes. */
  base64?: string;
  /** An answer of so many bytes. */
  bytes?: number;
  /** The answer never ends. */
  endless?: true;
  /** The answer is the environment as JSON. */
  environment?: true;
  stderr?: string;
  exit?: number;
  /** Answers once this file exists. */
  gate?: string;
  /** Never answers. */
  hang?: true;
  /** Ignores SIGTERM. */
  stubborn?: true;
  /** Starts a child that outlives it, holds the pipes and ignores SIGTERM. */
  grandchild?: true;
  /** Exits without reading the prompt. */
  deaf?: true;
}

export interface Script {
  rules: Rule[];
  /** One JSON line per call is appended to this file. */
  log?: string;
}

export interface Call {
  pid: number;
  arguments: string[];
  directory: string;
  /** -1: no rule matched. */
  rule: number;
  prompt: string;
  grandchild?: number;
}

/** Without a last line that a call is still writing. */
export function readCalls(log: string): Call[] {
  const lines = readFileSync(log, { encoding: 'utf8', flag: 'a+' }).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Call);
}

/** The value of AI_CLI_PROVIDER_… that runs the script. */
export function scriptedCommand(script: string): string {
  const words = [process.execPath, import.meta.filename, script];
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  await main(process.argv[2] ?? '');
}

async function main(file: string) {
  const script = JSON.parse(readFileSync(file, 'utf8')) as Script;
  const deaf = script.rules.findIndex((rule) => rule.deaf);
  const prompt = deaf === -1 ? readFileSync(0, 'utf8') : '';
  const index = deaf === -1 ? findRule(script, prompt) : deaf;
  const rule = script.rules[index] ?? { exit: 9, stderr: 'no rule of the script fits the prompt' };
  if (rule.stubborn) process.on('SIGTERM', () => undefined);
  const grandchild = rule.grandchild && (await startGrandchild());
  const call: Call = {
    pid: process.pid,
    arguments: process.argv.slice(3),
    directory: process.cwd(),
    rule: index,
    prompt,
    ...(grandchild ? { grandchild } : {}),
  };
  if (script.log) appendFileSync(script.log, `${JSON.stringify(call)}\n`);
  if (rule.stderr) writeAll(2, Buffer.from(rule.stderr));
  while (rule.gate !== undefined && !existsSync(rule.gate)) await sleep(5);
  writeAll(1, answerOf(rule, prompt));
  while (rule.endless) writeAll(1, Buffer.alloc(65_536, 'word '));
  if (rule.hang) await sleep(3_600_000);
  process.exit(rule.exit ?? 0);
}

function findRule(script: Script, prompt: string): number {
  const task = taskOf(prompt);
  return script.rules.findIndex((rule, index) => {
    if (rule.when !== undefined && !new RegExp(rule.when).test(prompt)) return false;
    for (const [field, value] of Object.entries(rule.task ?? {})) {
      if (task?.[field] !== value) return false;
    }
    return rule.times === undefined || claim(`${script.log ?? file()}.${index}`, rule.times);
  });
  function file() {
    return process.argv[2] ?? '';
  }
}

/** The first line of a prompt of ours (core/ai/task.ts). */
function taskOf(prompt: string): Record<string, unknown> | undefined {
  const [, line] = /^Task: (.*)\n/.exec(prompt) ?? [];
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
}

/** True for so many calls over all processes: a file can be created only once. */
function claim(name: string, times: number): boolean {
  for (let each = 0; each < times; each++) {
    try {
      closeSync(openSync(`${name}.${each}`, 'wx'));
      return true;
    } catch {
      // An earlier call has it.
    }
  }
  return false;
}

function answerOf(rule: Rule, prompt: string): Buffer {
  if (rule.base64 !== undefined) return Buffer.from(rule.base64, 'base64');
  if (rule.bytes !== undefined) return Buffer.alloc(rule.bytes, 'x');
  if (rule.environment) return Buffer.from(JSON.stringify(process.env));
  if (rule.json !== undefined) return Buffer.from(JSON.stringify(rule.json));
  const task = taskOf(prompt);
  const filled = (rule.text ?? '').replace(/\{\{(\w+)\}\}/g, (_, field: string) =>
    JSON.stringify(task?.[field] ?? '').replace(/^"|"$/g, ''),
  );
  return Buffer.from(filled);
}

/** Resolves when the child ignores SIGTERM. */
async function startGrandchild(): Promise<number> {
  const program =
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); require('fs').writeSync(3, '.')";
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const ready = child.stdio[3] as Readable;
  await once(ready, 'data');
  ready.destroy();
  child.unref();
  return child.pid as number;
}

/** A write to a pipe may be partial, or fail when the reader is slow. */
function writeAll(descriptor: number, bytes: Buffer) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
