import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Ctx, createContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { DomainError, type Refusal } from '../errors.ts';
import { countingFailures } from '../failed-credentials.ts';
import type { HookServer } from '../git/hook-server.ts';
import { gitHttpBackend, gitHttpService } from '../git/http-backend.ts';
import type { PushContext } from '../modules/pushes/hook-rules.ts';
import { actorOfGit, authorizeGit, limitsOfPush, refuseOverHttp } from '../modules/pushes/rules.ts';
import type { Api } from './mount.ts';
import { originOf } from './origin.ts';
import { throttleGit } from './throttle.ts';

const gitPath = /^\/(.+?)(?:\.git)?(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/;

/** What people at the other end of git read. */
export function wordRefusal(refusal: Refusal): { status: ContentfulStatusCode; text: string } {
  switch (refusal.kind) {
    case 'unauthorized':
    case 'invalid_token':
      return { status: 401, text: 'Sign in with your user name and an access token or password.' };
    case 'insufficient_scope':
      return { status: 403, text: 'The access token lacks the scope for this.' };
    case 'not_found':
      return {
        status: 404,
        text: "The project you were looking for could not be found or you don't have permission to view it.",
      };
    case 'forbidden':
      return {
        status: 403,
        text: refusal.reason ?? 'You are not allowed to do this in this project.',
      };
    case 'unavailable':
      return { status: 503, text: refusal.text ?? 'The server is busy.' };
    default:
      throw new DomainError(refusal);
  }
}

/** Whose turns git takes: a user's wherever from, anonymous ones by address. */
const clientOf = ({ actor, origin }: Ctx): string =>
  actor.kind === 'user' ? `user ${actor.user.id}` : `address ${origin?.ip ?? ''}`;

function credentialsOf(c: Context): { username: string; password: string } | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Clone, fetch and push over HTTP; the hooks let the server judge a push. */
export function openGitHttp(deps: Deps, hooks: HookServer<PushContext>): (api: Api) => void {
  const serveGit = async (c: Context, path: string, pathInfo: string): Promise<Response> => {
    const query = c.req.url.split('?')[1] ?? '';
    const asked = gitHttpService({ method: c.req.method, pathInfo, query });
    if (asked === undefined) return c.text('Only the smart protocol is served.', 403);
    const anonymous = createContext(deps, { kind: 'anonymous' }, originOf(c, deps.config));
    const actor = await countingFailures(anonymous, () =>
      actorOfGit(anonymous, credentialsOf(c), asked.service),
    );
    const ctx = { ...anonymous, actor };
    const limits = await throttleGit(ctx);
    await refuseOverHttp(ctx);
    const place = await authorizeGit(ctx, path, asked.service);
    const { repo, project } = place;
    const pushes = asked.service === 'git-receive-pack' && !asked.advertises;
    // Read before the turn is taken: nothing may fail between that and what gives it back.
    const config = pushes ? await limitsOfPush(ctx) : undefined;
    const release = await deps.turns.git.take(clientOf(ctx));
    const registered = pushes ? hooks.register(repo, { ctx, place }) : undefined;
    const answer = await gitHttpBackend({
      repo,
      method: c.req.method,
      pathInfo,
      query,
      contentType: c.req.header('content-type'),
      contentEncoding: c.req.header('content-encoding'),
      gitProtocol: c.req.header('git-protocol'),
      remoteUser: actor.kind === 'user' ? actor.user.username : undefined,
      body: c.req.method === 'POST' ? c.req.raw.body : null,
      hooks: registered?.hooks,
      config,
      signal: c.req.raw.signal,
    }).catch((error: unknown) => {
      registered?.release();
      release();
      throw error;
    });
    void answer.done.then(({ exitCode, stderr }) => {
      registered?.release();
      release();
      if (exitCode !== 0)
        deps.log.warn({ project_id: project.id, exitCode, stderr }, 'git ended badly');
    });
    // Node's stream of bytes is a web stream of bytes; only the typings of the two differ.
    const body = Readable.toWeb(answer.body) as ReadableStream<Uint8Array>;
    const headers = { ...answer.headers, ...limits };
    return new Response(body, { status: answer.status, headers });
  };

  return ({ hono }) => {
    hono.use(async (c, next) => {
      const match = gitPath.exec(c.req.path);
      if (match === null) return next();
      const [, path = '', pathInfo = ''] = match;
      try {
        return await serveGit(c, decodeURIComponent(path), pathInfo);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const { status, text } = wordRefusal(error.refusal);
        const challenge = { 'WWW-Authenticate': 'Basic realm="Quarterdeck"' };
        return c.text(`${text}\n`, status, status === 401 ? challenge : {});
      }
    });
  };
}
