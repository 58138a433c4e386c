import { Worker } from 'node:worker_threads';

interface Checkpoints {
  /** After each commit. */
  committed(): void;
  /** The file is free. */
  close(): Promise<void>;
}

const commitsBetween = 256;
const idleMilliseconds = 5_000;

/** As text: programs that are one file have no second one. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData);
  parentPort.on('message', () => {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    parentPort.postMessage('done');
  });`;

/** Moves commits from the WAL to the database in a thread of their own, as long as there are many: SQLite
 * would do it within a commit and wait there for the disk. It still does if this fails. */
export function checkpoints(file: string): Checkpoints {
  let worker: Worker | undefined;
  let isBusy = false;
  let commits = 0;

  function start(): Worker {
    const started = new Worker(program, { eval: true, workerData: file, env: {} });
    const end = () => {
      if (worker === started) [worker, isBusy] = [undefined, false];
      void started.terminate();
    };
    const timer = setTimeout(end, idleMilliseconds).unref();
    started.on('message', () => {
      isBusy = false;
      timer.refresh();
    });
    started.on('error', end);
    started.unref();
    return started;
  }

  return {
    committed() {
      commits += 1;
      if (commits < commitsBetween || isBusy) return;
      [commits, isBusy] = [0, true];
      worker ??= start();
      worker.postMessage('checkpoint');
    },

    async close() {
      await worker?.terminate();
    },
  };
}
