import type { Generated } from 'kysely';
import type { ExportStatus, ExportType } from '#contract/dependency-export-record.ts';

type Flag = Generated<number>;
type Time = string;

/** Packages of a project as certain files name them; commits with the same files share one. */
export interface DependencyLists {
  id: Generated<number>;
  project_id: number;
  /** Hash of what was read. */
  content_key: string;
  /** All packages are written. */
  complete: Flag;
  /** Names the attempt that writes them; null when they are written. */
  writer: string | null;
  /** Which version of the reader has written it; of reports it says nothing. */
  reader_version: Generated<number>;
  /** JSON list of files that could not be read, with the reason. */
  findings: Generated<string>;
  components_count: Generated<number>;
  created_at: Time;
}

/** One package as one file names it. */
export interface Dependencies {
  id: Generated<number>;
  list_id: number;
  name: string;
  name_lower: string;
  version: string | null;
  packager: string | null;
  purl: string | null;
  /** The file that names it. */
  path: string | null;
  top_level: Flag;
  /** JSON list of names and versions. */
  ancestors: Generated<string>;
  /** JSON list of licences. */
  licenses: Generated<string>;
  license_expression: string | null;
  /** The same for the same package in any file. */
  component_key: string;
  first_seen_at: Time;
}

/** Which list a commit has. */
export interface DependencyReadings {
  id: Generated<number>;
  project_id: number;
  sha: string;
  list_id: number;
  created_at: Time;
}

/** The list of the newest commit of a project's default branch. */
export interface ProjectDependencyLists {
  project_id: number;
  list_id: number;
  sha: string;
  updated_at: Time;
}

/** A CycloneDX report of a pipeline. */
export interface SbomReports {
  id: Generated<number>;
  project_id: number;
  pipeline_id: number;
  list_id: number;
  user_id: number | null;
  spec_version: string;
  /** JSON of tools, authors and properties. */
  metadata: string;
  created_at: Time;
}

/** A file of dependencies that somebody asked for; of a project, a group or a pipeline. */
export interface DependencyListExports {
  id: Generated<number>;
  author_id: number;
  project_id: number | null;
  group_id: number | null;
  pipeline_id: number | null;
  export_type: ExportType;
  /** JSON list of further columns. */
  columns: Generated<string>;
  send_email: Flag;
  status: Generated<ExportStatus>;
  failure_reason: string | null;
  attempts: Generated<number>;
  components_done: Generated<number>;
  file_key: string | null;
  file_name: string | null;
  size: number | null;
  created_at: Time;
  /** When it was asked for, or for the last time again. */
  started_at: Time;
  finished_at: Time | null;
  expires_at: Time;
}

export interface DependencyTables {
  dependency_lists: DependencyLists;
  dependencies: Dependencies;
  dependency_readings: DependencyReadings;
  project_dependency_lists: ProjectDependencyLists;
  sbom_reports: SbomReports;
  dependency_list_exports: DependencyListExports;
}
