/** Somebody of the demo. */
interface Part {
  username: string;
  name: string;
  job: string;
  bio: string;
  location: string;
}

export const rootName = 'root';
export const demoPassword = 'all-ships-in-port';

/** Everyone but `root`; the first four bear the names of their roles. */
export const cast = [
  {
    username: 'maintainer',
    name: 'Coral Halyard',
    job: 'Harbour master',
    bio: 'Keeps the default branches afloat.',
    location: 'North pier',
  },
  {
    username: 'developer',
    name: 'Tern Bowline',
    job: 'Rigger',
    bio: 'Ties things together, then together again.',
    location: 'Sail loft',
  },
  {
    username: 'reporter',
    name: 'Wren Fathom',
    job: 'Sounding officer',
    bio: 'Measures first, writes it down after.',
    location: 'Chart room',
  },
  {
    username: 'guest',
    name: 'Skip Ballast',
    job: 'Passenger',
    bio: 'Only looking.',
    location: 'Promenade deck',
  },
  {
    username: 'sextant',
    name: 'Mira Sextant',
    job: 'Navigator',
    bio: 'Always knows roughly where we are.',
    location: 'Bridge',
  },
  {
    username: 'windlass',
    name: 'Juno Windlass',
    job: 'Deck engineer',
    bio: 'Lifts heavy branches.',
    location: 'Foredeck',
  },
  {
    username: 'gunwale',
    name: 'Pim Gunwale',
    job: 'Boatwright',
    bio: 'Sands the rough edges.',
    location: 'Slipway',
  },
  {
    username: 'capstan',
    name: 'Sol Capstan',
    job: 'Fleet owner',
    bio: 'Owns the fleet, borrows the umbrella.',
    location: 'Counting house',
  },
  {
    username: 'spinnaker',
    name: 'Ina Spinnaker',
    job: 'Visiting sailor',
    bio: 'Contributes from a fork when the wind is right.',
    location: 'Elsewhere',
  },
  {
    username: 'cleat',
    name: 'Ola Cleat',
    job: 'Quay hand',
    bio: 'Holds on.',
    location: 'South pier',
  },
  {
    username: 'lanyard',
    name: 'Bo Lanyard',
    job: 'Signals, retired',
    bio: 'Account blocked since the last voyage.',
    location: 'Ashore',
  },
] as const satisfies readonly Part[];

export type Name = (typeof cast)[number]['username'] | typeof rootName;

/** Those who commit and open merge requests. */
export const crew = ['developer', 'sextant', 'windlass', 'gunwale', 'maintainer'] as const;
