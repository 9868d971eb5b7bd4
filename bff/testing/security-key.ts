import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes as the wire writes them: their length before them. */
export const field = (bytes: Buffer | string): Buffer => {
  const body = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** A number as the wire writes it. */
function number(bytes: Buffer): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0);
  const bare = bytes.subarray(from === -1 ? bytes.length - 1 : from);
  return field((bare[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bare]) : bare);
}

/** A security key in software: it signs as the devices do, touched or not. */
export interface SecurityKey {
  readonly algorithm: string;
  /** The text of its public half. */
  readonly key: string;
  readonly blob: Buffer;
  /** What follows the name of the algorithm in a signature. */
  sign(data: Buffer, touch?: { flags: number; counter: number }): Buffer;
}

const types = {
  ed25519_sk: () => {
    const pair = generateKeyPairSync('ed25519');
    const { x = '' } = pair.publicKey.export({ format: 'jwk' });
    return {
      algorithm: 'sk-ssh-ed25519@openssh.com',
      fields: [Buffer.from(x, 'base64url')],
      bare: (message: Buffer) => sign(null, message, pair.privateKey),
    };
  },
  ecdsa_sk: () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
    const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return {
      algorithm: 'sk-ecdsa-sha2-nistp256@openssh.com',
      fields: [Buffer.from('nistp256'), Buffer.concat(point)],
      bare: (message: Buffer) => {
        const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
        const made = sign('sha256', message, key);
        return Buffer.concat([number(made.subarray(0, 32)), number(made.subarray(32))]);
      },
    };
  },
} as const;

export type SecurityKeyType = keyof typeof types;

/** Makes a security key that nobody else has. */
export function securityKey(type: SecurityKeyType, application = 'ssh:'): SecurityKey {
  const { algorithm, fields, bare } = types[type]();
  const blob = Buffer.concat([algorithm, ...fields, application].map(field));
  return {
    algorithm,
    blob,
    key: `${algorithm} ${blob.toString('base64')} device`,
    sign(data, { flags, counter } = { flags: 1, counter: 7 }) {
      const state = Buffer.alloc(5);
      state.writeUInt8(flags);
      state.writeUInt32BE(counter, 1);
      return Buffer.concat([
        bare(Buffer.concat([sha256(application), state, sha256(data)])),
        state,
      ]);
    },
  };
}

/** A whole signature: the algorithm, what was signed with, and the state of the device. */
export function signatureBlob({ algorithm }: SecurityKey, made: Buffer): Buffer {
  const [bare, state] = [made.subarray(0, -5), made.subarray(-5)];
  return Buffer.concat([field(algorithm), field(bare), state]);
}

const asks = { identities: 11, sign: 13 } as const;
const answers = { failure: 5, identities: 12, signed: 14 } as const;

/** An agent of SSH that holds a security key; `touch` says how it is touched. */
export function sshAgent(
  held: SecurityKey,
  touch: () => { flags: number; counter: number },
): { socket: string; close(): Promise<void> } {
  const dir = mkdtempSync(join(tmpdir(), 'qd-agent-'));
  const socket = join(dir, 'agent');
  const answer = (request: Buffer): Buffer => {
    if (request[0] === asks.identities) {
      const count = Buffer.from([answers.identities, 0, 0, 0, 1]);
      return Buffer.concat([count, field(held.blob), field('device')]);
    }
    if (request[0] !== asks.sign) return Buffer.from([answers.failure]);
    const at = 1 + 4 + request.readUInt32BE(1);
    const data = request.subarray(at + 4, at + 4 + request.readUInt32BE(at));
    const made = signatureBlob(held, held.sign(data, touch()));
    return Buffer.concat([Buffer.from([answers.signed]), field(made)]);
  };
  const server = createServer((client) => {
    let heard = Buffer.alloc(0);
    client.on('error', () => client.destroy());
    client.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
      while (heard.length >= 4 && heard.length >= 4 + heard.readUInt32BE()) {
        const length = heard.readUInt32BE();
        client.write(field(answer(heard.subarray(4, 4 + length))));
        heard = heard.subarray(4 + length);
      }
    });
  }).listen(socket);
  return {
    socket,
    close: () =>
      new Promise((resolve) =>
        server.close(() => {
          rmSync(dir, { recursive: true, force: true });
          resolve();
        }),
      ),
  };
}
