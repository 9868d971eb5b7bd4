import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';

/** Where a key does something: everywhere, on lists and forms, or in a review. */
type Where = 'everywhere' | 'lists' | 'review';

/** Keys of one character as they come. What they do on a screen the screen says, by their names. */
const usual = {
  sheet: ['?', 'everywhere'],
  primary: ['n', 'lists'],
  search: ['/', 'lists'],
  nextRow: ['j', 'lists'],
  previousRow: ['k', 'lists'],
  chooseRow: ['x', 'lists'],
  nextFile: [']', 'review'],
  previousFile: ['[', 'review'],
  nextChange: ['n', 'review'],
  previousChange: ['p', 'review'],
  nextThread: ['j', 'review'],
  previousThread: ['k', 'review'],
  viewed: ['v', 'review'],
  comment: ['c', 'review'],
  approve: ['a', 'review'],
} as const satisfies Record<string, readonly [key: string, where: Where]>;

export type KeyName = keyof typeof usual;

// Safe: an object's own keys.
export const keyNames = Object.keys(usual) as readonly KeyName[];

/** What somebody has chosen instead; null is no key at all. */
export type Choices = Readonly<Partial<Record<KeyName, string | null>>>;

/** Kept in this browser; whatever else stands there is left alone. */
const kept = {
  key: 'qd-keys',
  defaultValue: {} as Choices,
  deserialize: (text: string | undefined): Choices => {
    try {
      const found: unknown = JSON.parse(text ?? '{}');
      const entries = Object.entries(found ?? {}).filter(
        ([name, key]) =>
          Object.hasOwn(usual, name) && (key === null || (typeof key === 'string' && isOne(key))),
      );
      return Object.fromEntries(entries);
    } catch {
      return {};
    }
  },
};

/** One character, as the keyboard types it. */
export const isOne = (key: string): boolean => [...key].length === 1 && key.trim() !== '';

/** The key that it comes with. */
export const usualKey = (name: KeyName): string => usual[name][0];

const keyIn = (choices: Choices, name: KeyName): string | null => {
  const chosen = choices[name];
  return chosen === undefined ? usual[name][0] : chosen;
};

/** The key that does it in this browser; null where it is switched off. */
export const keyOf = (name: KeyName): string | null => keyIn(readLocalStorageValue(kept), name);

/** What a key does already where `name` would do something too. */
function holderOf(choices: Choices, name: KeyName, key: string): KeyName | undefined {
  const where = usual[name][1];
  return keyNames.find((other) => {
    const there: Where = usual[other][1];
    const meet = where === there || where === 'everywhere' || there === 'everywhere';
    return other !== name && meet && keyIn(choices, other) === key;
  });
}

/** The keys of this browser, and how they are chosen. */
export function useKeys(): {
  keyOf: (name: KeyName) => string | null;
  isChosen: (name: KeyName) => boolean;
  /** Chooses a key, null for none; where it does something else that is given back instead. */
  choose: (name: KeyName, key: string | null) => KeyName | undefined;
} {
  const [choices, keep] = useLocalStorage<Choices>({ ...kept, getInitialValueInEffect: false });
  return {
    keyOf: (name) => keyIn(choices, name),
    isChosen: (name) => choices[name] !== undefined,
    choose: (name, key) => {
      const holder = key === null ? undefined : holderOf(choices, name, key);
      if (holder !== undefined) return holder;
      const { [name]: _before, ...others } = choices;
      keep(key === usual[name][0] ? others : { ...others, [name]: key });
      return undefined;
    },
  };
}
