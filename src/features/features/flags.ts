import type { Feature } from '#contract/features.ts';
import { featureWords } from '../../words/features.ts';

/** A flag: its default, and what was set besides. */
export interface Flag {
  readonly id: string;
  readonly area: string;
  readonly isOnByDefault: boolean;
  /** Undefined while only the default holds. */
  readonly set: Feature | undefined;
}

export const shareKeys = ['percentage_of_actors', 'percentage_of_time'] as const;
export type ShareKey = (typeof shareKeys)[number];

export const actorKinds = ['User', 'Group', 'Project'] as const;

/** One of those for whom a flag is on: `User:5`. */
export interface Actor {
  readonly text: string;
  readonly kind: (typeof actorKinds)[number];
  readonly id: number;
}

/** The state that holds now. */
export const stateOf = ({ set, isOnByDefault }: Flag): Feature['state'] =>
  set?.state ?? (isOnByDefault ? 'on' : 'off');

const gateOf = ({ set }: Flag, key: Feature['gates'][number]['key']) =>
  set?.gates.find((gate) => gate.key === key)?.value;

/** Whether it is on for everyone, whatever else is set. */
export const isOnForEveryone = (flag: Flag): boolean =>
  flag.set === undefined ? flag.isOnByDefault : gateOf(flag, 'boolean') === true;

/** The share of a flag in percent. */
export const shareOf = (flag: Flag, key: ShareKey): number => Number(gateOf(flag, key) ?? 0);

/** Those who are named. */
export function actorsOf(flag: Flag): Actor[] {
  const named = gateOf(flag, 'actors');
  return (Array.isArray(named) ? named : []).flatMap((text) => {
    const [kind, id] = text.split(':');
    const known = actorKinds.find((one) => one === kind);
    return known === undefined ? [] : [{ text, kind: known, id: Number(id) }];
  });
}

/** For whom a flag is on that is neither on nor off for everyone; nothing else of it can be lost. */
export function whomOf(flag: Flag): string[] {
  const actors = actorsOf(flag);
  const counts = actorKinds.flatMap((kind) => {
    const { length } = actors.filter((actor) => actor.kind === kind);
    return length === 0 ? [] : [featureWords.counts[kind](length)];
  });
  const shares = shareKeys.flatMap((key) => {
    const share = shareOf(flag, key);
    return share === 0 ? [] : [featureWords.shares[key](share)];
  });
  return [...counts, ...shares];
}
