import type * as z from 'zod/mini';
import type { FailureKind } from '#core/platform/failure.ts';
import { adds } from './chain.ts';
import { defaultBodyLimit, type Call, type EndpointDefinition, type With } from './definition.ts';
import type { HttpRequest } from '../request/request.ts';
import { parseForm, parseJson, validate } from '../request/validate.ts';

type ObjectSchema = z.ZodMiniObject | undefined;

/** Reads path, query and body by their schemas. */
export function validation<
  Params extends ObjectSchema,
  Query extends ObjectSchema,
  Body extends z.ZodMiniType | undefined,
>(definition: EndpointDefinition<string, Params, Query, Body>, kind: FailureKind | undefined) {
  const { params, query } = definition;
  return {
    before: adds(({ request }: With<'request'>) => {
      const inputs = {
        params: params && validate(params, request.pathParameters, 'path', kind),
        query: query && validate(query, Object.fromEntries(request.query), 'query', kind),
        body: readBody(request, definition, kind),
      };
      return inputs as Pick<Call<unknown, Params, Query, Body>, keyof typeof inputs>;
    }),
  };
}

function readBody(
  request: HttpRequest,
  { body, bodyType, bodyLimit }: EndpointDefinition<string, unknown, unknown, ZodBody>,
  kind?: FailureKind,
): unknown {
  if (body === undefined && bodyType === undefined) return undefined;
  const raw = request.body(bodyLimit ?? defaultBodyLimit);
  if (bodyType === 'raw') return raw;
  const value = bodyType === 'form' ? parseForm(raw) : jsonOf(raw, body);
  return body ? validate(body, value, 'body', kind) : value;
}

type ZodBody = z.ZodMiniType | undefined;

function jsonOf(raw: Uint8Array, schema: ZodBody): unknown {
  const mayBeAbsent = schema?.safeParse(undefined).success ?? false;
  return raw.length === 0 && mayBeAbsent ? undefined : parseJson(raw);
}
