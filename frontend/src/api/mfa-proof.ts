export interface FreshMfaProofPrompt {
  readonly withProof: <T>(ask: () => Promise<T>) => Promise<T>
  readonly isCancelled: (error: unknown) => boolean
}
