import ssh2, { type AuthContext, type PublicKeyAuthContext } from 'ssh2';
import type { Ctx } from '../context.ts';
import type { SshKeyRow } from '../modules/ssh-keys/rules.ts';
import { isSignedBySecurityKey } from '../modules/ssh-keys/security-key.ts';
import { keyToSignIn } from '../modules/ssh-keys/sign-in-rules.ts';

const mostTries = 6;

/** Judges the tries of one connection; tells the key that signed in, or that there were too many. */
export function signIn(
  ctx: Ctx,
  ends: { signedIn: (key: SshKeyRow) => void; tooMany: () => void },
): (asked: AuthContext) => void {
  let failed = 0;
  const refuse = (asked: AuthContext) => {
    failed += 1;
    if (failed >= mostTries) ends.tooMany();
    else asked.reject(['publickey']);
  };
  return (asked) => {
    // The first question of every client: which ways there are.
    if (asked.method === 'none') return asked.reject(['publickey']);
    if (asked.method !== 'publickey' || asked.username !== 'git') return refuse(asked);
    void judge(ctx, asked)
      .then((key) => {
        if (key === undefined) return refuse(asked);
        if (asked.signature !== undefined) ends.signedIn(key);
        asked.accept();
      })
      .catch((error: unknown) => {
        // Whoever asked has gone in the meantime.
        ctx.log.debug({ err: error }, 'a sign-in over SSH could not be answered');
      });
  };
}

/** The stored key, where it may sign in and whoever offers it has its private half. */
async function judge(ctx: Ctx, asked: PublicKeyAuthContext): Promise<SshKeyRow | undefined> {
  try {
    const key = await keyToSignIn(ctx, asked.key.data);
    if (key === undefined || asked.signature === undefined) return key;
    return isSigned(key, asked) ? key : undefined;
  } catch (error) {
    ctx.log.error({ err: error }, 'a sign-in over SSH could not be judged');
    return undefined;
  }
}

function isSigned(key: SshKeyRow, asked: PublicKeyAuthContext): boolean {
  const { signature, blob, hashAlgo } = asked;
  if (signature === undefined || blob === undefined) return false;
  // RSA with SHA-1 is forged too easily.
  if (key.key_type === 'rsa' && hashAlgo !== 'sha256' && hashAlgo !== 'sha512') return false;
  if (key.key_type === 'ed25519_sk' || key.key_type === 'ecdsa_sk') {
    return isSignedBySecurityKey(asked.key.data, { signed: blob, signature });
  }
  const parsed = ssh2.utils.parseKey(key.key);
  if (parsed instanceof Error || Array.isArray(parsed)) return false;
  return parsed.verify(blob, signature, hashAlgo) === true;
}
