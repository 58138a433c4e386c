import { providerIds } from '../ai/providers.ts';
import type { Caller } from '../identity/rules.ts';
import type { Platform } from '../platform/ports.ts';
import type { GenerateView } from './pages/generate-form.ts';

/** What the form that generates offers to this caller. */
export function generateViewOf({ home }: Pick<Platform, 'home'>, caller: Caller): GenerateView {
  return { takesPaths: caller.isAdmin && home === 'local', providers: providerIds };
}
