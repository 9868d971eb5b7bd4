import { integrationKinds } from '#contract/integrations/kinds.ts';
import type { IntegrationKind } from '#contract/integrations/kind.ts';
import type { Answer } from './test-app.ts';

/** Acceptable values of what a kind requires; the name of the kind is in its addresses. */
function requiredValues(kind: IntegrationKind): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of kind.fields) {
    if (field.required !== true) continue;
    values[field.key] = field.url === true ? `https://${kind.slug}.example.test/hook` : 'abc1';
  }
  const special: Readonly<Record<string, object>> = {
    discord: { webhook: 'https://discord.com/api/webhooks/1/2' },
    'pipelines-email': { recipients: 'bo@example.test, cy@example.test' },
    campfire: { subdomain: 'quay', room: '7' },
    assembla: { subdomain: 'quay' },
  };
  return { ...values, ...special[kind.slug] };
}

/** Sets every kind up, with each flag that it accepts on or off. */
export async function setUpAll(
  call: (request: string, json?: unknown) => Promise<Answer>,
  path: string,
  { flags, more = {} }: { flags: boolean; more?: object },
): Promise<void> {
  for (const kind of integrationKinds) {
    const events = Object.fromEntries(kind.events.map((event) => [event, flags]));
    const has = (name: string) => kind.fields.some((field) => field.key === name);
    const fitting = Object.fromEntries(Object.entries(more).filter(([name]) => has(name)));
    const json = { ...requiredValues(kind), ...events, ...fitting };
    const made = await call(`PUT ${path}/integrations/${kind.slug}`, json);
    if (made.status !== 200) throw new Error(`${kind.slug}: ${made.text}`);
  }
}
