import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { adds } from './chain.ts';
import type { With } from './definition.ts';
import type { HostContext } from '../request/host-context.ts';
import { fromRouter } from '../request/from-router.ts';
import { requestOf } from '../request/request.ts';

/** Makes the request, with the viewer's address, host and origin (S13). */
export const host = {
  before: adds((context: HostContext & With<'platform'>, event: APIGatewayProxyEventV2) => {
    const { environment } = context.platform;
    const routed = fromRouter(event, environment);
    return { request: requestOf(routed.event, context, environment, routed.prefix) };
  }),
};
