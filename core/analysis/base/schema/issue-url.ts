import * as z from 'zod/mini';
import { readWebUrl } from '#core/text/url.ts';

export const issueUrl = z.string().check(
  z.maxLength(2_000, 'must have at most 2000 characters'),
  z.refine(
    (text) => readWebUrl(text) !== undefined,
    'must be an http:// or https:// URL without user and password',
  ),
);
