import { beforeAll, expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { fresh } from '../../testing/workshop.ts';

onBothDatabases('notes of epics', (app) => {
  let place: Awaited<ReturnType<typeof harbor>>;

  beforeAll(async () => {
    place = await harbor(app(), 'owner', 'public');
  });
  const call = (request: string, json?: object) => {
    const [method, rest = ''] = request.split(' ');
    return place.call(`${method} ${place.group}/epics${rest}`, json);
  };
  const member = async (level: number) => {
    const user = await app().user(fresh('member'));
    await place.call(`POST ${place.group}/members`, { user_id: user.id, access_level: level });
    return user;
  };

  it('are talked about: by whoever reads them, in notes that stay with their author, the inner ones among Reporters', async () => {
    const { group, token: ownerToken } = place;
    const guest = await member(10);
    const reporter = await member(20);
    const maintainer = await member(40);
    const epic = (await call('POST ', { title: 'Talk' })).json;
    const notes = (request: string, json?: object, token = guest.token) => {
      const [method, rest = ''] = request.split(' ');
      const path = `${group}/epics/${epic.id}/notes${rest}`;
      return app().call(`${method} ${path}`, { token, json });
    };
    const ahoy = await notes('POST ', { body: 'Ahoy' });
    expect([ahoy.status, ahoy.json]).toMatchObject([
      201,
      {
        body: 'Ahoy',
        author: { id: guest.id },
        system: false,
        noteable_type: 'Epic',
        noteable_id: epic.id,
        noteable_iid: epic.iid,
        project_id: null,
        resolvable: false,
        internal: false,
      },
    ]);
    const at = `/${ahoy.json.id}`;
    expect((await notes(`GET ${at}`)).json).toEqual(ahoy.json);
    expect((await notes('POST ', { body: ' ' })).json.message).toEqual({
      note: ["can't be blank"],
    });
    const inner = { body: 'Between us', internal: true };
    expect((await notes('POST ', inner)).status).toBe(403);
    const kept = await notes('POST ', inner, reporter.token);
    expect((await notes(`GET /${kept.json.id}`)).json).toEqual({ message: '404 Note Not Found' });
    await call(`PUT /${epic.iid}`, { state_event: 'close' });
    const bodies = async (query: string, token = guest.token) =>
      (await notes(`GET ?sort=asc${query}`, undefined, token)).json.map(
        (note: { body: string }) => note.body,
      );
    expect(await bodies('')).toEqual(['Ahoy', 'closed']);
    expect(await bodies('&activity_filter=only_comments', reporter.token)).toEqual([
      'Ahoy',
      'Between us',
    ]);
    expect((await notes(`PUT ${at}`, { body: 'x' }, reporter.token)).status).toBe(403);
    const changed = await notes(`PUT ${at}`, { body: 'Ahoy there' });
    expect(changed.json.body).toBe('Ahoy there');
    const moderated = await notes(`PUT ${at}`, { body: 'Ahoy!' }, maintainer.token);
    expect(moderated.json.body).toBe('Ahoy!');
    expect((await notes(`DELETE ${at}`, undefined, reporter.token)).status).toBe(403);
    expect((await notes(`DELETE ${at}`)).status).toBe(204);
    const dated = { body: 'Then', created_at: '2026-01-01T00:00:00Z' };
    const then = await notes('POST ', dated, ownerToken);
    expect(then.json.created_at).toBe('2026-01-01T00:00:00.000Z');
    const anonymous = await app().call(`GET ${group}/epics/${epic.id}/notes`);
    expect(anonymous.status).toBe(401);

    const hidden = (await call('POST ', { title: 'Hidden', confidential: true })).json;
    const path = `${group}/epics/${hidden.id}/notes`;
    expect((await app().call(`GET ${path}`, { token: guest.token })).status).toBe(404);
    const json = { body: 'x' };
    expect((await app().call(`POST ${path}`, { token: guest.token, json })).status).toBe(404);
    await app().drain();

    await call(`DELETE /${epic.iid}`);
    const left = app().deps.db.selectFrom('notes').select('id');
    const ofIt = left.where('noteable_type', '=', 'Epic').where('noteable_id', '=', epic.id);
    expect(await ofIt.execute()).toEqual([]);
  });
});
