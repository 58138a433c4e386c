import * as z from 'zod/mini';

const page = z.object({ slug: z.string(), title: z.string(), description: z.string() });
const group = z.object({ group: z.string(), pages: z.array(page) });

/** What a documentation consists of, in the order of reading. */
export const planSchema = z.object({
  project_name: z.string(),
  tagline: z.string(),
  navigation: z.array(group),
});

export type PlanPage = z.output<typeof page>;
export type PlanGroup = z.output<typeof group>;
export type Plan = z.output<typeof planSchema>;

export function pagesIn({ navigation }: Plan): readonly PlanPage[] {
  return navigation.flatMap(({ pages }) => pages);
}

/** By row: each page of a long plan asks for it. */
const plans = new WeakMap<object, Plan | undefined>();

/** The stored plan of a generation or project. Undefined: there is none yet. */
export function planOf(row: { readonly plan_json: string | null }): Plan | undefined {
  if (!plans.has(row))
    plans.set(row, planSchema.safeParse(JSON.parse(row.plan_json ?? 'null')).data);
  return plans.get(row);
}
