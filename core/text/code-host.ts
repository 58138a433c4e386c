import { readUrl, withoutGit } from './url.ts';

/** Where a repository can be looked at in a browser; made for one commit. */
export interface CodeHost {
  /** The repository's page. */
  readonly url: string;
  /** Whether the host is of a kind whose addresses are known. Others are linked as on GitHub. */
  readonly isKnown: boolean;
  link(path: string, line: number | null, last?: number | null): string;
}

/** The addresses of one kind of code host; `path` is encoded. */
interface Style {
  readonly hosts: RegExp;
  readonly folder: string;
  readonly anchor: (line: number, last: number | null) => string;
  /** Before the commit and the path, where the file itself is. */
  readonly raw: string;
  /** The address of the page where a file is changed: what is before the branch, and behind the path. */
  readonly edit: readonly [before: string, after?: string];
}

const styles: readonly Style[] = [
  {
    hosts: /^bitbucket\.org$/,
    folder: 'src',
    raw: 'raw',
    edit: ['src', '?mode=edit'],
    anchor: (line, last) => `#lines-${line}${last === null ? '' : `:${last}`}`,
  },
  {
    hosts: /(?:^|\.)gitlab\b/,
    folder: '-/blob',
    raw: '-/raw',
    edit: ['-/edit'],
    anchor: (line, last) => `#L${line}${last === null ? '' : `-${last}`}`,
  },
  {
    hosts: /^(?:codeberg\.org|(?:gitea|forgejo)\.)/,
    folder: 'src/commit',
    raw: 'raw/commit',
    edit: ['_edit'],
    anchor: lines,
  },
  { hosts: /(?:^|\.)github\b/, folder: 'blob', raw: 'raw', edit: ['edit'], anchor: lines },
];

/** Null unless the repository was given by https. */
export function codeHost(repositoryUrl: string | null, commit: string): CodeHost | null {
  const parsed = repositoryUrl === null ? undefined : readUrl(repositoryUrl);
  if (parsed?.protocol !== 'https:' || parsed.username !== '') return null;
  const url = `${parsed.origin}${withoutGit(parsed.pathname)}`;
  if (/^dev\.azure\.com$|\.visualstudio\.com$/.test(parsed.hostname)) return azure(url, commit);
  const style = styles.find(({ hosts }) => hosts.test(parsed.hostname));
  const { folder, anchor } = style ?? { folder: 'blob', anchor: lines };
  return {
    url,
    isKnown: style !== undefined,
    link(file, line, last = null) {
      const place = line === null ? '' : anchor(line, last);
      return `${url}/${folder}/${commit}/${encodedPath(file)}${place}`;
    },
  };
}

/** Azure DevOps has the path in the query; a range ends before its last column. */
function azure(url: string, commit: string): CodeHost {
  return {
    url,
    isKnown: true,
    link(file, line, last = null) {
      const place =
        line === null
          ? ''
          : `&line=${line}&lineEnd=${(last ?? line) + 1}&lineStartColumn=1&lineEndColumn=1`;
      return `${url}?path=${encode(`/${file}`)}&version=GC${commit}${place}&_a=contents`;
    },
  };
}

function lines(line: number, last: number | null): string {
  return `#L${line}${last === null ? '' : `-L${last}`}`;
}

/** Where a file is changed in the browser, at a branch; null: the repository's own. Null unless the
 * host is one that has such a page. */
export function editAddress(
  repositoryUrl: string | null,
  branch: string | null,
  path: string,
): string | null {
  const host = styled(repositoryUrl);
  if (!host) return null;
  const [before, after = ''] = host.style.edit;
  return `${host.url}/${before}/${encodedPath(`${branch ?? 'HEAD'}/${path}`)}${after}`;
}

/** Where a file itself is, for who shows a picture. Null unless the host is one of a known kind. */
export function rawAddress(repositoryUrl: string | null, commit: string, path: string) {
  const host = styled(repositoryUrl);
  return host && `${host.url}/${host.style.raw}/${encodedPath(`${commit}/${path}`)}`;
}

function styled(repositoryUrl: string | null) {
  const host = codeHost(repositoryUrl, '');
  const style = host && styles.find(({ hosts }) => hosts.test(new URL(host.url).hostname));
  return host && style ? { url: host.url, style } : null;
}

function encodedPath(path: string): string {
  return path.split('/').map(encode).join('/');
}

/** Parentheses would end a markdown link. */
function encode(part: string): string {
  return encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29');
}
