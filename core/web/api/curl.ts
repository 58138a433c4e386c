import { exampleOf, type Operation } from './operations.ts';

/** The request as a command; parts in capitals are for the reader to fill in. */
export function curlOf(operation: Operation, baseUrl: string): string {
  const { method, path, needsKey, parameters, body } = operation;
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name }) => `${name}=${capitals(name)}`)
    .join('&');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => capitals(name));
  const url = `${baseUrl}${filled}${query === '' ? '' : `?${query}`}`;
  const parts = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(body ? [`-H ${quoted(`content-type: ${body.type}`)}`, `-d ${dataOf(body)}`] : []),
    quoted(url),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

function dataOf({ type, schema }: NonNullable<Operation['body']>): string {
  return type === 'application/json' ? quoted(JSON.stringify(exampleOf(schema))) : '@FILE';
}

function capitals(name: string): string {
  return name.toUpperCase();
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
