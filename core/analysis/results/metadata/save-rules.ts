import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { savedRules } from '../../base/tables/metadata-tables.ts';
import type { PreviewRow } from './metadata.ts';
import { previewRules } from './preview-rules.ts';

type Needs = Pick<Platform, 'records' | 'clock' | 'environment' | 'readFile' | 'log'>;

/** Does what the form of the rules asks for; gives what a draft matches. */
export async function changeRules(
  needs: Needs,
  { username }: Pick<Caller, 'username'>,
  { task, rules: text = '' }: Readonly<Record<string, string>>,
): Promise<readonly PreviewRow[] | undefined> {
  switch (task) {
    case 'preview':
      return draftOf(needs, text);
    case 'save': {
      // Rules that cannot be read, or take too long, are refused.
      await draftOf(needs, text);
      const updated_at = needs.clock.now().toISOString();
      await needs.records.put(savedRules, { id: 'rules', text, username, updated_at });
      return undefined;
    }
    case 'remove':
      await needs.records.delete(savedRules, { id: 'rules' });
      return undefined;
    default:
      throw new Failure('invalid', 'unknown_task', 'Unknown task');
  }
}

async function draftOf(needs: Needs, text: string): Promise<PreviewRow[]> {
  const { parseRules } = await import('./parse-rules.ts');
  return previewRules(needs, { metadata_rules: [...parseRules(text)] });
}
