/** The name in AWS of what SST does not name. Like SST's names it tells the stages of an account
 * apart; Pulumi's own would not. */
export function stageName(name: string): string {
  return `${$app.name}-${$app.stage}-${name}`;
}

/** A log group: `/lantern/production/docs`. */
export function logGroupName(...parts: readonly string[]): string {
  return ['', $app.name, $app.stage, ...parts].join('/');
}
