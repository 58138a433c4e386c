import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request in the form in which API Gateway's HTTP API passes it to a function. */
export function gatewayRequest(
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): APIGatewayProxyEventV2 {
  return {
    headers: { host: 'api.example', ...headers },
    rawPath: '/',
    rawQueryString: '',
    requestContext: { requestId: 'req_1', http: { method, sourceIp: '203.0.113.1' } },
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}
