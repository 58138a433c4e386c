import type { Platform } from '#core/platform/ports/platform.ts';
import { failureHistory } from '../../base/tables/tables.ts';
import type { Subject } from './subject.ts';

const lookedUp = 3;
const shownEach = 5;
const shownColumns = ['analyzed_at', 'classification', 'test_name', 'job_name'] as const;

/**
 * What earlier analyses and people said of the same error, a line each. Only what was there when the
 * job was created: a step that is repeated must ask the same question, to get the stored answer.
 */
export async function earlierClasses(
  { records }: Pick<Platform, 'records'>,
  { job: { created_at }, group: { group_key, signatures }, overrideOf }: Subject,
): Promise<string> {
  const exactOnes = signatures.slice(0, lookedUp);
  // The history has exact signatures alone.
  const historyOf = async (signature: string) => {
    if (!exactOnes.includes(signature)) return [];
    const where = { error_signature: signature };
    const newest = { to: created_at, order: 'descending', limit: shownEach } as const;
    const query = { index: 'by_signature', where, ...newest };
    return (await records.listColumns(failureHistory, query, shownColumns)).rows;
  };
  const lines = Array.from(new Set([group_key, ...exactOnes]), async (signature) => {
    const [override, rows] = await Promise.all([overrideOf(signature), historyOf(signature)]);
    const { updated_at = '', classification } = override ?? {};
    const isEarlier = override && updated_at <= created_at;
    return [
      ...(isEarlier ? [`${updated_at}: a person set the class ${classification}`] : []),
      ...rows.map(
        ({ analyzed_at, classification, test_name, job_name }) =>
          `${analyzed_at}: ${classification || 'no class'}, test ${JSON.stringify(test_name)}` +
          (job_name && `, job ${JSON.stringify(job_name)}`),
      ),
    ];
  });
  return (await Promise.all(lines)).flat().join('\n');
}
