import { useState, type ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { MfaProofDialog } from './mfa-proof-dialog.tsx'

interface Question {
  readonly answer: (withProof: boolean) => void
}

export class MfaProofCancelledError extends Error {
  constructor() {
    super('not proven')
    this.name = 'MfaProofCancelledError'
  }
}

export const isMfaProofCancelled = (error: unknown): boolean => error instanceof MfaProofCancelledError

const asksForProof = (error: unknown) => error instanceof ApiError && error.code === 'proof-required'

/**
 * Runs a request; when the server asks for a fresh code, shows `dialog` and runs it again.
 * @throws MfaProofCancelledError when the dialog is cancelled
 */
export function useMfaProof(): { withProof: <T>(ask: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
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
        if (!(await askForCode())) throw new MfaProofCancelledError()
        return ask()
      }
    },
    dialog: question && <MfaProofDialog proven={() => question.answer(true)} cancel={() => question.answer(false)} />,
  }
}
