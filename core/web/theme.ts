// Runs before the first paint, and therefore imports nothing: a blocking classic script.
{
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('lantern-theme');
  } catch {
    // Storage is forbidden: the system's setting holds.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
}
