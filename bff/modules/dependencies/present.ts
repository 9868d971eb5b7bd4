import type { Dependency as DependencyRecord } from '#contract/dependencies.ts';
import type { DependencyAncestor } from '#contract/dependency-record.ts';
import { type Dependency, licensesIn } from './rules.ts';

/** The ancestors of a row, which the reading alone has written. */
export const ancestorsIn = (json: string): DependencyAncestor[] =>
  JSON.parse(json) as DependencyAncestor[];

/** A dependency as the API shows it. */
export const presentDependency = (row: Dependency): DependencyRecord => ({
  id: row.id,
  name: row.name,
  version: row.version,
  package_manager: row.packager,
  dependency_file_path: row.path,
  purl: row.purl,
  direct: row.top_level === 1,
  ancestors: ancestorsIn(row.ancestors),
  licenses: licensesIn(row.licenses),
  vulnerabilities: [],
  first_seen_at: row.first_seen_at,
});
