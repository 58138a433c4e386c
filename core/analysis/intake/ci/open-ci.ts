import type { Platform } from '#core/platform/ports/platform.ts';
import type { Ci, CiAccess } from './ci.ts';
import { githubActions } from './github-actions.ts';
import { jenkins } from './jenkins.ts';

type Needs = Pick<Platform, 'fetch' | 'trees' | 'clock'>;

export function openCi(needs: Needs, access: CiAccess): Ci {
  return access.kind === 'jenkins' ? jenkins(needs, access) : githubActions(needs, access);
}
