import * as z from 'zod/mini';
import { jsonValue } from '#core/text/json.ts';
import { unknownReport } from './detect.ts';
import type { TestCase } from './cases/test-case.ts';

export const text = z.catch(z.string(), '');
export const number = z.catch(z.number(), 0);
export const texts = z.catch(z.array(z.string()), []);

export function outcomeOf(status: string): TestCase['outcome'] {
  return status === 'failed' || status === 'passed' ? status : 'skipped';
}

export type JsonReader = (report: unknown) => TestCase[] | undefined;

/** Gives undefined for JSON in another format. Failure('invalid'): suites that are nested too deep. */
export function jsonReader<T>(
  schema: z.ZodMiniType<T>,
  casesOf: (report: T) => TestCase[],
): JsonReader {
  return (report) => {
    try {
      const { data } = schema.safeParse(report);
      return data && casesOf(data);
    } catch (error) {
      throw error instanceof RangeError ? unknownReport('JSON that is nested so deep is') : error;
    }
  };
}

/** What a line says that is JSON. */
export function eventIn<T>(schema: z.ZodMiniType<T>, line: string): T | undefined {
  return line.startsWith('{') ? schema.safeParse(jsonValue(line)).data : undefined;
}
