/** SST's names are in PascalCase: `docs/site-pages.ts` is DocsSitePages. */
export function logicalName(...parts: readonly string[]): string {
  return parts
    .map((part) => part.replace(/\.ts$/, ''))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** A function of a file in functions/, such as `docs/generations.abort`. */
export function handlerName(file: string, exported = 'handler'): string {
  return `${file.replace(/\.ts$/, '')}.${exported}`;
}

/** SST's secret for a variable: ADMIN_KEY is AdminKey. */
export function secretName(variable: string): string {
  const words = variable.split('_');
  return words.map((word) => word.charAt(0) + word.slice(1).toLowerCase()).join('');
}
