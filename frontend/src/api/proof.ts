/** Runs what only goes with a fresh code, and whether somebody left that question. */
export interface Proof {
  readonly withProof: <T>(ask: () => Promise<T>) => Promise<T>
  readonly isCancelled: (error: unknown) => boolean
}
