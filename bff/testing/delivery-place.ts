import { harbor } from './harbor.ts';
import type { TestApp } from './test-app.ts';

/** A webhook whose path is the secret. */
const secretHook = 'https://chat.example.test/hooks/SECRET-PATH';

/** A group with one integration, something that happens there, and its log. */
export async function deliveryPlace(
  app: TestApp,
  name: string,
  { slug, settings }: { slug: string; settings: object } = {
    slug: 'pumble',
    settings: { webhook: secretHook },
  },
) {
  const port = await harbor(app, name);
  const made = await port.call(`PUT ${port.group}/integrations/${slug}`, settings);
  if (made.status !== 200) throw new Error(made.text);
  const path = `/bff${port.group}/integrations/${slug}`;
  const log = async () => (await port.call(`GET ${path}/deliveries?per_page=100`)).json;
  const states = async () =>
    (await log()).map((one: { state: string; attempts: number }) => `${one.state} ${one.attempts}`);
  const show = async (id: number) => (await port.call(`GET ${path}/deliveries/${id}`)).json;
  const health = async () => (await port.call(`GET ${path}/health`)).json;
  const happen = async () => {
    await port.issue({ title: 'Leak' });
    await app.drain();
  };
  return { ...port, path, log, states, show, health, happen };
}
