import type { Facts } from '../chapters/chapter.ts';
import type { Import } from '../code/imports.ts';
import { at, blocks, code, plain, table } from '../text/markdown.ts';

/** Descriptions of common packages; manifests do not have them. */
const descriptions: Readonly<Record<string, string>> = {
  '@types/node': 'types of Node.js',
  axios: 'HTTP client',
  boto3: 'AWS client',
  chalk: 'terminal colours',
  click: 'command lines',
  commander: 'command lines',
  django: 'web framework',
  esbuild: 'bundler',
  eslint: 'lint rules',
  express: 'web server',
  'fast-check': 'property tests',
  fastapi: 'web framework',
  fastify: 'web server',
  flask: 'web framework',
  jest: 'test runner',
  lodash: 'helpers',
  mocha: 'test runner',
  next: 'React framework',
  numpy: 'arrays',
  pandas: 'data frames',
  playwright: 'browser tests',
  prettier: 'formatter',
  pydantic: 'validation',
  pytest: 'test runner',
  react: 'user interfaces',
  redis: 'Redis client',
  requests: 'HTTP client',
  ruff: 'lint rules',
  sqlalchemy: 'database access',
  sst: 'deployment to AWS',
  svelte: 'user interfaces',
  typescript: 'type checker and compiler',
  vite: 'build tool',
  vitest: 'test runner',
  vue: 'user interfaces',
  webpack: 'bundler',
  ws: 'WebSockets',
  yargs: 'command lines',
  zod: 'validation',
  'github.com/gin-gonic/gin': 'web framework',
  'github.com/spf13/cobra': 'command lines',
  'github.com/stretchr/testify': 'test assertions',
};

export function dependencyTables({ manifests }: Facts, imports: readonly Import[]): string {
  const parts = manifests
    .filter((manifest) => manifest.dependencies.length > 0)
    .slice(0, 8)
    .map(({ path, dependencies }) => {
      const shipped = dependencies.filter(({ use }) => use !== 'development');
      const names = new Set(shipped.map(({ name }) => name));
      const tools = dependencies.filter(
        ({ name, use }) => use === 'development' && !names.has(name),
      );
      const rows = shipped
        .slice(0, 80)
        .map(({ name, range, use, line }) => [
          ...[describe(name), code(range), use, usedAt(name, imports), at(path, line)],
        ]);
      const toolRows = tools
        .slice(0, 80)
        .map(({ name, range, line }) => [describe(name), code(range), at(path, line)]);
      return blocks(
        rows.length > 0 && table(['Package', 'Version', 'For', 'Imported at', 'Declared at'], rows),
        toolRows.length > 0 && `For development, by ${at(path)}:`,
        toolRows.length > 0 && table(['Package', 'Version', 'Declared at'], toolRows),
      );
    });
  return parts.length === 0 ? '' : blocks('## Dependencies', ...parts);
}

function describe(name: string): string {
  const what = Object.hasOwn(descriptions, name.toLowerCase())
    ? descriptions[name.toLowerCase()]
    : undefined;
  return what === undefined ? code(name) : `${code(name)} (${plain(what)})`;
}

function usedAt(name: string, imports: readonly Import[]): string {
  const places = imports.filter((each) => each.file === undefined && isFrom(each.name, name));
  const [first] = places;
  if (!first) return '';
  const more = places.length > 1 ? ` and ${places.length - 1} more` : '';
  return `${at(first.from, first.line)}${more}`;
}

function isFrom(imported: string, name: string): boolean {
  if (imported === name || imported.startsWith(`${name}/`)) return true;
  return imported.split('.')[0] === name.replaceAll('-', '_').toLowerCase();
}
