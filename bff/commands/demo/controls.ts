import { nonceCharacters, signatureOf } from '../../modules/external-controls/signature.ts';
import { reportStatus } from '../../modules/external-controls/status-rules.ts';
import { rootName } from './cast.ts';
import type { Project } from './project.ts';
import type { World } from './world.ts';

const secret_token = 'the tide table hangs on the wall';

/** What each service has said, the newest last; one has not said anything yet. */
const parts = [
  { name: 'Licence scan', host: 'licences', said: ['pass'] },
  { name: 'Depth audit', host: 'soundings', said: ['pass', 'fail', 'fail', 'pass'] },
  { name: 'Harbour authority', host: 'authority', said: ['pass', 'fail'] },
  { name: 'Pilot sign-off', host: 'pilots', said: [] },
] as const;

/** External controls of one project, with verdicts that their services signed. */
export async function addControls(world: World, projects: readonly Project[]): Promise<void> {
  const project = projects.find((one) => one.path === 'signal-flags');
  if (project === undefined) throw new Error('there is no project signal-flags');
  const asked = { only_allow_merge_if_all_status_checks_passed: true };
  await world.call(rootName, `PUT /projects/${project.id}`, asked);
  let calls = 0;
  for (const { name, host, said } of parts) {
    const made = await world.call<{ id: number }>(
      rootName,
      `POST /projects/${project.id}/compliance_external_controls`,
      {
        external_control_name: name,
        external_url: `https://${host}.example/controls`,
        secret_token,
        ping_enabled: false,
      },
    );
    for (const status of said) {
      world.pass(7);
      calls += 1;
      const call = {
        project: String(project.id),
        controlId: made.id,
        status,
        timestamp: String(Math.floor(world.now() / 1000)),
        nonce: String(calls).padStart(nonceCharacters, '0'),
      };
      const service = { ...world.ctx, actor: { kind: 'anonymous' } } as const;
      await reportStatus(service, { ...call, signature: signatureOf(secret_token, call) });
    }
  }
}
