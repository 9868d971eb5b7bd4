import type { Generated } from 'kysely';
import type { ControlEvent, ControlStatus } from '#contract/external-controls.ts';

type Flag = Generated<number>;
type Time = string;

export interface ExternalControls {
  id: Generated<number>;
  project_id: number;
  external_control_name: string | null;
  external_url: string;
  encrypted_secret: string;
  ping_enabled: Flag;
  ping_interval_minutes: number;
  timeout_minutes: number;
  status: Generated<ControlStatus>;
  status_updated_at: Time;
  /** Null where it is not pinged by the clock. */
  next_ping_at: Time | null;
  /** Set once a ping was taken: until then the service must have answered. */
  times_out_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** What happened to a control: each ping, each answer, each time-out. */
export interface ExternalControlEvents {
  id: Generated<number>;
  external_control_id: number;
  kind: ControlEvent['kind'];
  /** Of a ping. */
  cause: ControlEvent['cause'];
  /** Who asked for a ping. */
  user_id: number | null;
  status_before: ControlStatus;
  status_after: ControlStatus;
  /** Since when the verdict held that a ping put an end to. */
  replaced_since: Time | null;
  /** Before the interval of that time was over. */
  replaced_early: Flag;
  state: Generated<ControlEvent['state']>;
  http_status: number | null;
  duration_ms: number | null;
  created_at: Time;
  finished_at: Time | null;
}

/** Nonces of signed calls, also of refused ones. */
interface ExternalControlNonces {
  nonce: string;
  /** Milliseconds. */
  seen_at: number;
}

export interface ControlTables {
  external_controls: ExternalControls;
  external_control_events: ExternalControlEvents;
  external_control_nonces: ExternalControlNonces;
}
