import type { Platform } from '#core/platform/ports/platform.ts';
import { isLoopback } from '#core/platform/settings.ts';

interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly address: string;
}

const forwarding = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** A proxy or tunnel on this machine passes clients of other machines, and a page whose name resolves
 * to 127.0.0.1 sends its own host name: neither counts (S12, S13). */
export function isOnThisMachine(
  { address, headers }: Request,
  { home }: Pick<Platform, 'home'>,
): boolean {
  const { host = '' } = headers;
  return (
    home.isOneMachine &&
    isLoopback(address) &&
    forwarding.every((name) => headers[name] === undefined) &&
    /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host)
  );
}
