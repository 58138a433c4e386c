/** Copies a text; `source` shows it. False: that is not allowed, and the source is selected. */
export async function copyText(
  text: string,
  source: HTMLElement,
  button: HTMLElement,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API needs a secure context and permission; execCommand needs neither.
    if (source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement)
      source.select();
    else getSelection()?.selectAllChildren(source);
    const done = document.execCommand('copy');
    if (done) getSelection()?.removeAllRanges();
    button.focus();
    return done;
  }
}
