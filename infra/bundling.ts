/**
 * How a handler file becomes a function: the rollout hands this to SST, and the budgets of
 * `test/infra` measure what the same options make.
 *
 * Split, because a route must not pay at its start for what it imports lazily: SDK clients, git,
 * mail, push. Nothing stays outside, since a function has no node_modules. Names of functions are
 * not kept: they cost a tenth of the size and only decorate stack traces.
 */
export const bundling = {
  format: 'esm',
  minify: true,
  splitting: true,
  esbuild: { keepNames: false, sourcemap: false },
} as const;
