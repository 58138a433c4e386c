/** SST's names have capitals and no marks: `docs/login-page.ts` is DocsLoginPage. */
export function logicalName(...parts: readonly string[]): string {
  return parts
    .map((part) => part.replace(/\.ts$/, ''))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
