import { appendFileSync } from 'node:fs';
import type { StoredResource } from './checkpoint.ts';

export type Operation = 'create' | 'update' | 'replace' | 'same' | 'delete';

export interface EventLog {
  /** Before a change of a resource, and after it. */
  began(operation: Operation, resource: StoredResource): void;
  ended(operation: Operation, resource: StoredResource): void;
  failed(urn: string, message: string): void;
  summary(): Readonly<Record<string, number>>;
}

/** The file by which the caller follows the rollout: one JSON line per event. */
export function eventLog(file: string, isPlanning: boolean): EventLog {
  let sequence = 0;
  const changes: Record<string, number> = {};

  function emit(event: object): void {
    const timestamp = Math.floor(Date.now() / 1000);
    appendFileSync(file, `${JSON.stringify({ sequence, timestamp, ...event })}\n`);
    sequence += 1;
  }

  function step(operation: Operation, resource: StoredResource) {
    const { urn, type, custom, id = '', parent = '', inputs, outputs } = resource;
    const state = { type, urn, custom, id, parent, inputs, outputs, provider: '' };
    const isGone = operation === 'delete';
    const sides = { old: isGone ? state : null, new: isGone ? null : state };
    return {
      metadata: { op: operation, urn, type, ...sides, provider: '', logical: true },
      planning: isPlanning,
    };
  }

  return {
    began: (operation, resource) => emit({ resourcePreEvent: step(operation, resource) }),
    ended(operation, resource) {
      changes[operation] = (changes[operation] ?? 0) + 1;
      emit({ resOutputsEvent: step(operation, resource) });
    },
    failed: (urn, message) =>
      emit({ diagnosticEvent: { urn, prefix: '', message, color: 'never', severity: 'error' } }),
    summary() {
      const counted = { durationSeconds: 1, resourceChanges: changes, PolicyPacks: {} };
      emit({ summaryEvent: { maybeCorrupt: false, ...counted } });
      return changes;
    },
  };
}
