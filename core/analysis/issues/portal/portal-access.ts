import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { readCapabilities } from '#core/analysis/base/configuration/capabilities.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import type { PortalAccess } from './portal.ts';

/** How to reach the portal, and the address of this service for its links. */
export function portalAccess(
  environment: Environment,
): Omit<PortalAccess, 'signal'> & { readonly baseUrl: string } {
  if (!readCapabilities(environment).reports) {
    const message = 'The report portal is not enabled on this server';
    throw new Failure('forbidden', 'reports_disabled', message);
  }
  const server = analysisSettings(environment);
  const { REPORTS_URL, REPORTS_API_TOKEN, REPORTS_PROJECT, PUBLIC_BASE_URL } = server;
  const needed = { REPORTS_URL, REPORTS_API_TOKEN, REPORTS_PROJECT, PUBLIC_BASE_URL };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) {
    const message = `The report portal needs ${missing.join(', ')} to be set on the server`;
    throw new Failure('invalid', 'reports_configuration', message);
  }
  return {
    url: REPORTS_URL ?? '',
    token: REPORTS_API_TOKEN ?? '',
    project: REPORTS_PROJECT ?? '',
    verifyTls: server.REPORTS_VERIFY_SSL,
    baseUrl: PUBLIC_BASE_URL ?? '',
  };
}
