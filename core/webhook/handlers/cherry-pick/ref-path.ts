/** A branch in a path of the API: its slashes stay. */
export function refPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}

/** Whether git takes the name for a branch (git check-ref-format). */
export function isBranchName(name: string): boolean {
  return (
    name.length <= 200 &&
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^@$|^[-/]|[/.]$/.test(name) &&
    name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  );
}
