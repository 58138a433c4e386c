const says = `headers['x-forwarded-host'] = { value: headers.host.value };
  headers['x-lantern-viewer'] = { value: viewer.ip };`;

/** Tells the origin, which sees the address of an edge and its own host name, who asks and where.
 * What a viewer claims about a path is removed. */
export const viewerCode = `function handler(event) {
  const { request, viewer } = event;
  const { headers } = request;
  ${says}
  delete headers['x-lantern-prefix'];
  return request;
}`;

/**
 * Tells it also which path is taken off. `files` has the folder of public files by path: they are asked
 * for without cookies, credentials or query. CloudFront chooses the behavior, and so the origin, by
 * the normalized path, but hands over the path as it was sent: dot segments could name another service.
 */
export function pathsCode(files: Readonly<Record<string, string>>): string {
  return `const files = ${JSON.stringify(files)};
function handler(event) {
  const { request, viewer } = event;
  const { headers, uri } = request;
  const end = uri.indexOf('/', 1);
  const path = end < 0 ? uri : uri.slice(0, end);
  const folder = files[path];
  if (!folder || /\\/(\\.|%2e){1,2}(\\/|$)/i.test(uri)) {
    return { statusCode: 404, statusDescription: 'Not Found' };
  }
  ${says}
  headers['x-lantern-prefix'] = { value: path };
  request.uri = uri.slice(path.length) || '/';
  if (request.uri.startsWith(folder)) {
    delete headers.authorization;
    request.cookies = {};
    request.querystring = {};
  }
  return request;
}`;
}
