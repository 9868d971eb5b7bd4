/** What a project of the demo depends on: name, version, licence, and what that needs itself. */
const packages: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['chart-datum', '4.2.1', 'MIT', ['lat-lon', 'knots']],
  ['harmonic-constituents', '2.0.3', 'Apache-2.0', ['moon-phase', 'knots']],
  ['knots', '1.9.0', 'ISC', []],
  ['lat-lon', '3.1.4', '(MIT OR Apache-2.0)', ['great-circle']],
  ['great-circle', '1.0.2', 'BSD-3-Clause', []],
  ['moon-phase', '0.8.5', 'MIT', ['julian-day']],
  ['julian-day', '5.0.0', 'MIT', []],
  ['sounding-log', '1.2.0', 'SEE LICENSE IN LICENCE.txt', ['chart-datum']],
  ['tide-parser', '6.4.0', 'MPL-2.0', ['julian-day', 'lat-lon']],
];

const asked = ['harmonic-constituents', 'sounding-log', 'tide-parser'];
const versions = new Map(packages.map(([name, version]) => [name, version]));
const needs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `^${versions.get(name) ?? '1.0.0'}`]));

/** The `package-lock.json` of each project. */
export const lockFile = `${JSON.stringify(
  {
    name: 'tables',
    lockfileVersion: 3,
    packages: {
      '': { dependencies: needs(asked) },
      ...Object.fromEntries(
        packages.map(([name, version, license, dependencies]) => [
          `node_modules/${name}`,
          { version, license, dependencies: needs(dependencies) },
        ]),
      ),
    },
  },
  null,
  2,
)}\n`;
