import type { PageFrame } from '#core/analysis/pages/analysis-site.ts';
import { addressOf } from '#core/http/request/address.ts';
import type { HttpRequest } from '#core/http/request/request.ts';

interface Waiting {
  readonly request: HttpRequest;
  readonly body: Readonly<Record<string, string>>;
  readonly frame: PageFrame;
}

/** The page that asks for a name, and sends the form again with it. */
export async function askName({ request, body, frame }: Waiting): Promise<string> {
  const { registerPage } = await import('#core/analysis/pages/register/register.ts');
  return registerPage({ ...frame, next: addressOf(request), waiting: body });
}
