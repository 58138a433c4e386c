import { guarded } from '#core/identity/guesses.ts';
import { bearerOf } from '#core/identity/identify.ts';
import { isOnThisMachine } from '#core/identity/on-this-machine.ts';
import { isSameSecret } from '#core/identity/keys.ts';
import { assertNotCrossSite, assertSameOrigin } from '#core/identity/same-origin.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isMcpOn, isViewerOn, logsSettings } from '../settings.ts';
import { isSessionOf, viewerCookie } from './session.ts';

/** A caller of the log viewer. */
export interface Viewer {
  readonly isOn: boolean;
  readonly mayUseTools: boolean;
  /** Why it may read deliveries. */
  readonly access: 'key' | 'session' | 'machine' | 'none';
  readonly hasKey: boolean;
}

export const anonymous: Viewer = { isOn: false, mayUseTools: false, access: 'none', hasKey: false };

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly address: string;
}

type Needs = Pick<Platform, 'environment' | 'home' | 'records' | 'clock' | 'log'>;

export async function viewerOf(
  request: Request,
  needs: Needs,
): Promise<{ caller: Viewer; refused?: Failure }> {
  const { LOGS_KEY: key } = logsSettings(needs.environment);
  const viewer = {
    isOn: isViewerOn(needs.environment),
    mayUseTools: isMcpOn(needs.environment),
    hasKey: key !== undefined,
  };
  // Elsewhere a wrong key is no guess.
  const isForDeliveries =
    /^\/logs\/(?:(?:api\/)?deliveries(?:\/|$)|(?:api\/overview|configuration|retention)$)/.test(
      request.path,
    );
  const bearer = isForDeliveries ? bearerOf(request.headers['authorization']) : undefined;
  const token = request.cookies.get(viewerCookie);
  if (key === undefined) {
    const access = isOnThisMachine(request, needs) ? 'machine' : 'none';
    return { caller: { ...viewer, access } };
  }
  try {
    if (bearer !== undefined) {
      const isKey = async () => isSameSecret(bearer, key) || undefined;
      const access = (await guarded(needs, request.address, bearer, isKey)) ? 'key' : 'none';
      return { caller: { ...viewer, access } };
    }
  } catch (error) {
    if (!isFailure(error, 'too-many')) throw error;
    return { caller: { ...viewer, access: 'none' }, refused: error };
  }
  const isSession = token !== undefined && (await isSessionOf(needs, token, key));
  return { caller: { ...viewer, access: isSession ? 'session' : 'none' } };
}

export function assertOn({ isOn }: Viewer): void {
  const message = 'Log server is disabled. Set ENABLE_LOG_SERVER=true to enable.';
  if (!isOn) throw new Failure('missing', 'logs_disabled', message);
}

/** Other sites' pages may not use the tools through a visitor's browser (S12). */
export function assertMayUseTools({ mayUseTools }: Viewer, request: Request): void {
  if (!mayUseTools) throw new Failure('missing', 'no_route', 'Not Found');
  assertNotCrossSite(request);
}

/** For deliveries: they contain what people wrote, and can be replayed. */
export function assertMayReadDeliveries(viewer: Viewer, request: Request): void {
  assertOn(viewer);
  const { access, hasKey } = viewer;
  if (access === 'key') return;
  // A browser sends cookies, and reaches this machine, for pages of any site (S12).
  if (access === 'session') return assertSameOrigin(request);
  if (access === 'machine') return assertNotCrossSite(request);
  if (hasKey) {
    throw new Failure('unauthorized', 'no_logs_key', 'Deliveries need LOGS_KEY as a bearer key', {
      extra: { headers: { 'www-authenticate': 'Bearer' } },
    });
  }
  const message =
    'Deliveries are only shown on the machine of the server. Set LOGS_KEY on the server to open them with this key.';
  throw new Failure('forbidden', 'logs_key_unset', message);
}

export function mayReadDeliveries(viewer: Viewer, request: Request): boolean {
  try {
    assertMayReadDeliveries(viewer, request);
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return false;
  }
}
