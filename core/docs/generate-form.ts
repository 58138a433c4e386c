/** The request that a form's fields stand for: what begins with `/` or `~` is a folder, what is empty was
 * not given. */
export function requestOfForm(
  fields: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  const { source = '', force, ai_cli_timeout, ...rest } = fields;
  const given = Object.entries(rest).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()] as const],
  );
  const minutes = ai_cli_timeout?.trim() ?? '';
  return {
    ...Object.fromEntries(given),
    [source.trim().startsWith('/') ? 'repo_path' : 'repo_url']: source.trim(),
    ...(minutes !== '' && { ai_cli_timeout: Number(minutes) }),
    ...(force !== undefined && { force: true }),
  };
}
