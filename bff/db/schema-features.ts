import type { Generated } from 'kysely';

type Flag = Generated<number>;

export interface Features {
  name: string;
  /** On for everyone. */
  enabled: Flag;
  percentage_of_actors: Generated<number>;
  percentage_of_time: Generated<number>;
  updated_at: string;
}

/** Those for whom a flag is on: `User:1`, `Group:2`, `Project:3`. */
export interface FeatureActors {
  name: string;
  actor: string;
}

export interface FeatureTables {
  features: Features;
  feature_actors: FeatureActors;
}
