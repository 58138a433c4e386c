/** Says something to those who do not see it. */
export function announce(text: string): void {
  const announcer = document.getElementById('Announcer');
  if (!announcer) return;
  // The same words twice are said twice only when they went in between.
  announcer.textContent = '';
  requestAnimationFrame(() => (announcer.textContent = text));
}
