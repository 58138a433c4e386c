// A blocking classic script, which runs before the first paint and therefore imports nothing.
{
  let theme: string | null = null;
  try {
    theme = localStorage.getItem('lantern-theme');
  } catch {
    // Storage is blocked: the system's theme applies.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}
