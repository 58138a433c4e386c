import { xmlText } from '#core/text/xml-encoding.ts';
import { announce } from '#core/web/elements/announce.ts';
import { define } from '#core/web/elements/element.ts';

const maxBytes = 700_000;

// A file that is chosen or dropped becomes the text of the form's textarea.
define('lantern-report-file', (host, signal) => {
  const input = host.querySelector<HTMLInputElement>('input[type=file]');
  const area = host.querySelector('textarea');
  if (!input || !area) return;
  input.addEventListener('change', () => void read(input.files?.[0]), { signal });
  host.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  host.addEventListener(
    'drop',
    (event) => {
      event.preventDefault();
      void read(event.dataTransfer?.files[0]);
    },
    { signal },
  );

  async function read(file: File | undefined) {
    if (!file || !area) return;
    if (file.size > maxBytes) {
      announce(`${file.name} is larger than 700 KB. Send it with the command on this page.`, {
        tone: 'bad',
      });
      return;
    }
    try {
      area.value = xmlText(new Uint8Array(await file.arrayBuffer()));
    } catch {
      announce(`${file.name} has an unknown or wrong encoding. Save it as UTF-8.`, {
        tone: 'bad',
      });
      return;
    }
    area.focus();
    announce(`${file.name} is in the form. Press Analyze.`, { tone: 'good' });
  }
});
