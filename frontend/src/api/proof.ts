/** Runs what only goes with a fresh code, and whether somebody left that question. */
export interface Proof {
  readonly proven: <T>(ask: () => Promise<T>) => Promise<T>
  readonly left: (error: unknown) => boolean
}
