import type { Call, TestApp, TestUser } from './test-app.ts';

/** What a call may build on; each thing is made anew when it is asked for. */
export interface Scene {
  app: TestApp;
  admin: TestUser;
  /** The user who calls; owns the groups and projects below. */
  caller: TestUser;
  /** A user without a role. */
  other: TestUser;
  /** Text that no other call of the run has. */
  unique(): string;
  /** A call by the caller that must work; its answer's body. */
  made(request: string, json?: object): Promise<Made>;
  group(): Promise<Made>;
  /** A project with one commit on its default branch. */
  project(): Promise<Made>;
}

// A new record of any resource; a wrong name fails the call that uses it.
// oxlint-disable-next-line no-explicit-any
export type Made = any;

/** One valid call of a writing endpoint. */
export interface Sent extends Call {
  request: string;
}

/** The least valid call of each writing endpoint, by endpoint id. */
export type WriteCalls = Readonly<Record<string, (scene: Scene) => Promise<Sent>>>;
