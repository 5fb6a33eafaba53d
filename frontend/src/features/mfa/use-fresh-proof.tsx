import { useState, type ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { ProofDialog } from './proof-dialog.tsx'

interface Question {
  readonly answer: (withProof: boolean) => void
}

/** The user cancelled the code dialog. */
export class ProofCancelledError extends Error {
  constructor() {
    super('not proven')
    this.name = 'NotProven'
  }
}

export const isProofCancelled = (error: unknown): boolean => error instanceof ProofCancelledError

const asksForProof = (error: unknown) => error instanceof ApiError && error.code === 'proof-required'

/**
 * Runs a request; when the server asks for a fresh code, shows `dialog` and runs it again.
 * @throws ProofCancelledError when the dialog is cancelled
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
