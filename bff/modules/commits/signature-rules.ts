import type { CommitSignature } from '#contract/signatures.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { signatureKind } from '../../git/signatures.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { commitNamed } from './rules.ts';

const source = { verification_status: 'unverified', commit_source: 'gitaly' } as const;

const records = {
  PGP: {
    signature_type: 'PGP',
    ...source,
    gpg_key_id: null,
    gpg_key_primary_keyid: null,
    gpg_key_user_name: null,
    gpg_key_user_email: null,
    gpg_key_subkey_id: null,
  },
  SSH: { signature_type: 'SSH', ...source, key: null },
  X509: { signature_type: 'X509', ...source, x509_certificate: null },
} as const;

/** The signature of a commit, which nobody here can verify; 404 where there is none. */
export async function signatureOfCommit(
  ctx: Ctx,
  project: Project,
  text: string,
): Promise<CommitSignature> {
  const sha = await commitNamed(ctx, project, text);
  const kind = await signatureKind(repositoryPath(ctx, project.id), sha);
  if (kind === undefined) throw notFound('Signature');
  return records[kind];
}
