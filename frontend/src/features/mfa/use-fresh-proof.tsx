import { useState, type ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { ProofDialog } from './proof-dialog.tsx'

interface Question {
  readonly answer: (withProof: boolean) => void
}

/** Whoever was asked for a code cancelled the question. */
export class ProofCancelledError extends Error {
  constructor() {
    super('not proven')
    this.name = 'NotProven'
  }
}

/** Whether the question for a code was cancelled: nothing went wrong. */
export const isProofCancelled = (error: unknown): boolean => error instanceof ProofCancelledError

const asksForProof = (error: unknown) => error instanceof ApiError && error.code === 'proof-required'

/**
 * Runs what only goes with a fresh code: when the server asks for one, so does `dialog`, and then it is tried again.
 * `withProof` throws ProofCancelledError when the question is cancelled.
 */
export function useFreshProof(): { withProof: <T>(ask: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>()
  const askForCode = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setQuestion({ answer: resolve })
    const answer = await promise
    setQuestion(undefined)
    return answer
  }
  return {
    withProof: async (ask) => {
      try {
        return await ask()
      } catch (error) {
        if (!asksForProof(error)) throw error
        if (!(await askForCode())) throw new ProofCancelledError()
        return ask()
      }
    },
    dialog: question && <ProofDialog proven={() => question.answer(true)} cancel={() => question.answer(false)} />,
  }
}
