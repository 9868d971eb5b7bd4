import { type CiProject, ciProject } from './ci-projects.ts';
import type { Answer, TestApp } from './test-app.ts';

let made = 0;

export interface DeployKeyProject extends CiProject {
  /** `/projects/<id>/deploy_keys` */
  keys: string;
  /** Adds a key, as the owner where no other token is given. */
  add(json: object, token?: string): Promise<Answer>;
  as(who: { token: string }, request: string, json?: object): Promise<Answer>;
}

/** A project of somebody new, to which keys are added. */
export async function deployKeyProject(app: TestApp): Promise<DeployKeyProject> {
  const of = await ciProject(app, `dk${++made}`);
  const keys = `${of.path}/deploy_keys`;
  return {
    ...of,
    keys,
    add: (json, token = of.token) => app.call(`POST ${keys}`, { token, json }),
    as: (who, request, json) => app.call(request, { token: who.token, json }),
  };
}
