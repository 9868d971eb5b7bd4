import { expect, it } from 'vitest';
import { gitText } from '../../git/run.ts';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { repositoryPath } from '../projects/rules.ts';

onBothDatabases('the signature', (app) => {
  it('of a commit or tag is 404 where there is none, and is told as unverified where there is one', async () => {
    const ann = await harbor(app(), 'ann');
    const plain = (await ann.commit({ a: '-----BEGIN SSH SIGNATURE-----' })).json;
    const repo = repositoryPath(app().ctx, Number(ann.project.split('/').at(-1)));
    const tree = await gitText(repo, ['rev-parse', `${plain.id}^{tree}`]);
    const signed = (begin: string, key = 'gpgsig') =>
      gitText(repo, ['hash-object', '-t', 'commit', '-w', '--stdin'], {
        stdin: [
          `tree ${tree}`,
          'author Ann <ann@example.test> 1764244800 +0000',
          'committer Ann <ann@example.test> 1764244800 +0000',
          `${key} -----BEGIN ${begin}-----`,
          ' AAAA',
          ` -----END ${begin}-----`,
          '',
          'Signed',
          '',
        ].join('\n'),
      });
    const of = async (tail: string) => {
      const { status, json } = await ann.call(`GET ${ann.project}/repository/${tail}/signature`);
      return [status, json.message ?? `${json.signature_type} ${json.verification_status}`];
    };
    const none = [404, '404 Signature Not Found'];
    expect(await of('commits/main')).toEqual(none);
    expect(await of(`commits/${'0'.repeat(40)}`)).toEqual([404, '404 Commit Not Found']);
    const pgp = await signed('PGP SIGNATURE');
    expect(await of(`commits/${pgp}`)).toEqual([200, 'PGP unverified']);
    const ssh = await signed('SSH SIGNATURE', 'gpgsig-sha256');
    expect(await of(`commits/${ssh}`)).toEqual([200, 'SSH unverified']);
    const x509 = await signed('SIGNED MESSAGE');
    expect(await of(`commits/${x509}`)).toEqual([200, 'X509 unverified']);
    expect(await of(`commits/${await signed('SIGNED MESSAGE', 'x-gpgsig')}`)).toEqual(none);

    const tag = (tag_name: string, message?: string) =>
      ann.call(`POST ${ann.project}/repository/tags`, { tag_name, ref: 'main', message });
    await tag('light');
    await tag('plain', 'First');
    await tag('pgp', 'First\n-----BEGIN PGP SIGNATURE-----\nAAAA\n-----END PGP SIGNATURE-----\n');
    await tag(
      'x509',
      'First\n-----BEGIN SIGNED MESSAGE-----\nAAAA\n-----END SIGNED MESSAGE-----\n',
    );
    for (const name of ['light', 'plain', 'pgp']) expect(await of(`tags/${name}`)).toEqual(none);
    expect(await of('tags/x509')).toEqual([200, 'X509 unverified']);
    expect(await of('tags/none')).toEqual([404, '404 Tag Not Found']);
  });
});
