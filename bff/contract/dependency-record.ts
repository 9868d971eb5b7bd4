import * as z from 'zod';

/** Tools whose lock files and manifests are read, by the names that the API gives them. */
export const packagers = [
  'bundler',
  'cargo',
  'composer',
  'go',
  'gradle',
  'maven',
  'npm',
  'nuget',
  'pip',
  'pipenv',
  'pnpm',
  'poetry',
  'uv',
  'yarn',
] as const;
export type Packager = (typeof packagers)[number];

/** A licence; without an identifier where the list of SPDX does not know it. */
export const dependencyLicense = z
  .object({
    spdx_identifier: z.string().nullable(),
    name: z.string(),
    url: z.string().nullable(),
  })
  .meta({ id: 'DependencyLicense' });
export type DependencyLicense = z.output<typeof dependencyLicense>;

export const dependencyAncestor = z.object({ name: z.string(), version: z.string().nullable() });
export type DependencyAncestor = z.output<typeof dependencyAncestor>;
