/** Where a repository can be looked at in a browser; made for one commit. */
export interface CodeHost {
  /** The repository's page. */
  readonly url: string;
  link(path: string, line: number | null): string;
}

/** Null unless the repository was given by https. */
export function codeHost(repositoryUrl: string | null, commit: string): CodeHost | null {
  const parsed = repositoryUrl === null ? null : URL.parse(repositoryUrl);
  if (parsed?.protocol !== 'https:' || parsed.username !== '') return null;
  const path = parsed.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  const url = `${parsed.origin}${path}`;
  const { folder, anchor } = styleOf(parsed.hostname);
  return {
    url,
    link(file, line) {
      const encoded = file.split('/').map(encode).join('/');
      return `${url}/${folder}/${commit}/${encoded}${line === null ? '' : `${anchor}${line}`}`;
    },
  };
}

/** Parentheses would end a markdown link. */
function encode(part: string): string {
  return encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29');
}

function styleOf(host: string): { folder: string; anchor: string } {
  if (host === 'bitbucket.org') return { folder: 'src', anchor: '#lines-' };
  if (/(?:^|\.)gitlab\b/.test(host)) return { folder: '-/blob', anchor: '#L' };
  if (/^(?:codeberg\.org|(?:gitea|forgejo)\.)/.test(host)) {
    return { folder: 'src/commit', anchor: '#L' };
  }
  return { folder: 'blob', anchor: '#L' };
}
