import { ConfigError } from '../config.ts';
import { renewSecrets } from '../modules/system/rotate-rules.ts';
import { addKeyToFile, dropOldKeys } from '../secrets.ts';
import { type Command, parse } from './arguments.ts';

/** `rotate-key`: another key for all stored secrets. */
export const rotateKeyCommand: Command = {
  usage: '',
  summary:
    'encrypt all stored secrets by the first key of QD_SECRET_KEY, or by a new one in the file; may be run again',
  async run({ ctx, args, print }) {
    const [word] = parse(args, {}).positionals;
    if (word !== undefined) throw new ConfigError(`${word} is one word too many.`);
    const isFile = ctx.config.secretKey === undefined;
    if (isFile) addKeyToFile(ctx.dataDir);
    // A second look finds what a server encrypted while the first went on.
    const first = await renewSecrets(ctx);
    const { renewed, unreadable } = await renewSecrets(ctx);
    print(`Encrypted by the key ${ctx.secrets.keyId()} now: ${first.renewed + renewed}.`);
    if (unreadable.size > 0) {
      const places = [...unreadable].map(([place, count]) => `${count} of ${place}`);
      throw new ConfigError(`No key that is here opens ${places.join(', ')}; all keys stay.`);
    }
    if (isFile) {
      dropOldKeys(ctx.dataDir);
      print('The key before it stays in secret.key until the next rotation.');
    } else {
      print('Once every server was restarted with it as the first, the other keys may go.');
    }
  },
};
