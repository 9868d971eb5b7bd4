import * as z from 'zod';

/** Nothing is verified here: there are no keys to do it by, so that all of a signer is null. */
const unverified = { verification_status: z.literal('unverified') };

const x509 = { signature_type: z.literal('X509'), ...unverified, x509_certificate: z.null() };
const commitSource = { commit_source: z.literal('gitaly') };

/** The signature of a commit. */
export const commitSignature = z.discriminatedUnion('signature_type', [
  z.object({
    signature_type: z.literal('PGP'),
    ...unverified,
    gpg_key_id: z.null(),
    gpg_key_primary_keyid: z.null(),
    gpg_key_user_name: z.null(),
    gpg_key_user_email: z.null(),
    gpg_key_subkey_id: z.null(),
    ...commitSource,
  }),
  z.object({ signature_type: z.literal('SSH'), ...unverified, key: z.null(), ...commitSource }),
  z.object({ ...x509, ...commitSource }),
]);

export type CommitSignature = z.output<typeof commitSignature>;

/** The signature of a tag: the API tells X.509 alone. */
export const tagSignature = z.object(x509).meta({ id: 'TagSignature' });
