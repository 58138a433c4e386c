import { routeKeyProblems } from '#core/http/route-keys.ts';
import { account, region, rest } from '../aws-http.ts';
import { kind, type Kinds } from '../kind.ts';

type OfApi = { readonly apiId: string } & Record<string, unknown>;

const gateway = <Reply = unknown>(method: string, path: string, body?: object) =>
  rest<Reply>('apigateway', method, `/v2/apis${path}`, body);

/** A part of an API, whose id AWS assigns. */
function part(path: string, id: string, names: readonly string[]) {
  const body = (inputs: OfApi) =>
    Object.fromEntries(names.map((name) => [name, inputs[name]] as const));
  return kind<OfApi>({
    async create(inputs) {
      const made = await gateway<Record<string, string>>(
        'POST',
        `/${inputs.apiId}/${path}`,
        body(inputs),
      );
      return { id: made[id] ?? '' };
    },
    async update(known, inputs) {
      await gateway('PATCH', `/${inputs.apiId}/${path}/${known}`, body(inputs));
      return { id: known };
    },
    remove: (known, { apiId }) => gateway('DELETE', `/${apiId}/${path}/${known}`),
  });
}

const routes = part('routes', 'routeId', ['routeKey', 'target', 'authorizationType']);
/** Parts created in this run, by API: the emulator refuses no duplicates. */
const routeKeys = new Map<string, readonly string[]>();

interface ApiInputs {
  readonly name: string;
  readonly protocolType: string;
  readonly routeSelectionExpression?: string;
}

export const apis: Kinds = {
  'aws:apigatewayv2/api:Api': kind<ApiInputs>({
    async create({ name, protocolType, routeSelectionExpression }) {
      const { apiId } = await gateway<{ apiId: string }>('POST', '', {
        name,
        protocolType,
        ...(routeSelectionExpression !== undefined && { routeSelectionExpression }),
      });
      return { id: apiId, outputs: outputsOf(apiId, protocolType) };
    },
    async update(id, { name, protocolType }) {
      await gateway('PATCH', `/${id}`, { name });
      return { id, outputs: outputsOf(id, protocolType) };
    },
    remove: (id) => gateway('DELETE', `/${id}`),
  }),

  'aws:apigatewayv2/stage:Stage': kind<OfApi & { name: string }>({
    async create({ apiId, name, autoDeploy }) {
      await gateway('POST', `/${apiId}/stages`, { stageName: name, autoDeploy });
      return { id: name, outputs: { invokeUrl: `https://${apiId}.execute-api/${name}` } };
    },
    async update(id) {
      return { id };
    },
    remove: (id, { apiId }) => gateway('DELETE', `/${apiId}/stages/${id}`),
  }),

  'aws:apigatewayv2/integration:Integration': part('integrations', 'integrationId', [
    'integrationType',
    'integrationUri',
    'payloadFormatVersion',
  ]),

  'aws:apigatewayv2/route:Route': {
    ...routes,
    create(inputs, name) {
      const { apiId, routeKey } = inputs as unknown as { apiId: string; routeKey: string };
      const keys = [...(routeKeys.get(apiId) ?? []), routeKey];
      routeKeys.set(apiId, keys);
      const problems = routeKeyProblems(keys);
      if (problems.length > 0) throw new Error(`BadRequestException: ${problems.join('; ')}`);
      return routes.create(inputs, name);
    },
  },
};

function outputsOf(id: string, protocol: string) {
  const scheme = protocol === 'WEBSOCKET' ? 'wss' : 'https';
  return {
    apiEndpoint: `${scheme}://${id}.execute-api.${region}.amazonaws.com`,
    executionArn: `arn:aws:execute-api:${region}:${account}:${id}`,
    arn: `arn:aws:apigateway:${region}::/apis/${id}`,
  };
}
