import { endpoints } from '#core/http/endpoint.ts';
import { isPrivateNetwork } from '#core/http/request/private-network.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import {
  assertMayReadDeliveries,
  assertMayUseTools,
  assertOn,
  anonymous,
  viewerOf,
  type Viewer,
} from '#core/logs/access/viewer.ts';
import { logsSettings } from '#core/logs/settings.ts';
import { Failure } from '#core/platform/failure.ts';

const outside = 'Access denied: Log viewer is only accessible from trusted networks.';

export const endpoint = endpoints({
  errorKey: 'detail',
  identify: viewerOf,
  settings: logsSettings,
  access: {
    public: { everyone: anonymous },
    /** The viewer is switched on. */
    viewer: { first: assertOn },
    private: {
      first(viewer: Viewer, { address }: HttpRequest) {
        assertOn(viewer);
        if (!isPrivateNetwork(address)) throw new Failure('forbidden', 'outside', outside);
      },
    },
    tools: { first: assertMayUseTools },
    deliveries: { first: assertMayReadDeliveries },
  },
});
