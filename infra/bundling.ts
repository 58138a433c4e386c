/**
 * The esbuild options for a handler file: SST bundles with them, and `test/infra` measures the
 * result. Splitting keeps lazily imported code (SDK clients, git, mail, push) out of a cold start.
 * Nothing is external, because a function has no node_modules. keepNames is off: names cost a tenth
 * of the size and only decorate stack traces.
 */
export const bundling = {
  format: 'esm',
  minify: true,
  splitting: true,
  esbuild: { keepNames: false, sourcemap: false },
} as const;
