import { useLocalStorage } from '@mantine/hooks';

/** Whether keys of one character do something; remembered in this browser. */
export function useSingleKeys(): [boolean, (areOn: boolean) => void] {
  const [areOn, setOn] = useLocalStorage<boolean>({
    key: 'qd-single-keys',
    defaultValue: true,
    deserialize: (text) => text !== 'false',
    getInitialValueInEffect: false,
  });
  return [areOn, (next) => setOn(next)];
}
