/** Runs requests that need a fresh second-factor code; `isCancelled` tells whether the user dismissed the question. */
export interface FreshMfaProofPrompt {
  readonly withProof: <T>(ask: () => Promise<T>) => Promise<T>
  readonly isCancelled: (error: unknown) => boolean
}
