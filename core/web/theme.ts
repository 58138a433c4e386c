// A blocking classic script, which runs before the first paint and therefore imports nothing.
{
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('lantern-theme');
  } catch {
    // Storage is blocked: the system's theme applies.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
}
