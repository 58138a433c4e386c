import * as z from 'zod/mini';

export const notBlank = z.refine<string>((text) => text.trim() !== '', 'must not be blank');
