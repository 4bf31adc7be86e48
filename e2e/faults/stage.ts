import type {Town} from './town.ts';

/** The infrastructure of a service, and one way in which it fails. */
export interface Stage {
  /** Of the service. */
  readonly settings: NodeJS.ProcessEnv;
  /**
   * Does harm while everybody works, and ends it where somebody would have to.
   *
   * @returns When the service may be asked to serve again, of `performance.now()`.
   * @throws Where the service behaves as it must not during the fault.
   */
  strike(town: Town): Promise<number>;
  /** Once all is served again: makes all whole for the next round. */
  repair(): Promise<void>;
  stop(): Promise<void>;
}

/** A fault on an engine. */
export interface Scenario {
  /** As `--only` takes it. */
  readonly name: string;
  readonly fault: string;
  readonly engine: string;
  /** Whether the manual promises that nothing acknowledged is lost. */
  readonly promised: boolean;
  open(options: StageOptions): Promise<Stage>;
}

export interface StageOptions {
  /** How long, in milliseconds, a store hangs. */
  readonly hang: number;
  /** How many companies a delivery is for whose client vanishes. */
  readonly recipients: number;
  /** How long, in milliseconds, everybody rests between two changes. */
  readonly rest: number;
}

export const nothing = (): Promise<void> => Promise.resolve();

export const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds));
