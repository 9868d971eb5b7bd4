import { useLocalStorage } from '@mantine/hooks';
import { useCurrentUser } from '../api/current-user.ts';

export type Density = 'compact' | 'comfortable';

const now = { getInitialValueInEffect: false } as const;

/** Row height of every list, remembered for whoever is signed in, in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const { id } = useCurrentUser();
  const [density, setDensity] = useLocalStorage<Density>({
    key: `qd-density-${id}`,
    defaultValue: 'compact',
    deserialize: (text) => (text === '"comfortable"' ? 'comfortable' : 'compact'),
    ...now,
  });
  return [density, (next) => setDensity(next)];
}

/** Columns of a list that somebody took away, remembered likewise. */
export function useHiddenColumns(list: string): [readonly string[], (hidden: string[]) => void] {
  const { id } = useCurrentUser();
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `qd-columns-${id}-${list}`,
    defaultValue: [],
    deserialize: (text) => readNames(text ?? '[]'),
    ...now,
  });
  return [hidden, (next) => setHidden(next)];
}

function readNames(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
