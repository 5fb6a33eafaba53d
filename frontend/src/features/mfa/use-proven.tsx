import { useState, type ReactNode } from 'react'
import { Refused } from '../../api/refused.ts'
import { ProofDialog } from './proof-dialog.tsx'

interface Question {
  readonly answer: (proven: boolean) => void
}

/** Whoever was asked for a code thought better of it. */
export class NotProven extends Error {
  constructor() {
    super('not proven')
    this.name = 'NotProven'
  }
}

/** Whether the question for a code was left: nothing went wrong. */
export const hasLeftProof = (error: unknown): boolean => error instanceof NotProven

const asksForProof = (error: unknown) => error instanceof Refused && error.code === 'proof-required'

/**
 * Runs what only goes with a fresh code: when the server asks for one, so does `dialog`, and then it is tried again.
 * `proven` throws NotProven when the question is left.
 */
export function useProven(): { proven: <T>(ask: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>()
  const askForCode = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setQuestion({ answer: resolve })
    const answer = await promise
    setQuestion(undefined)
    return answer
  }
  return {
    proven: async (ask) => {
      try {
        return await ask()
      } catch (error) {
        if (!asksForProof(error)) throw error
        if (!(await askForCode())) throw new NotProven()
        return ask()
      }
    },
    dialog: question && <ProofDialog proven={() => question.answer(true)} cancel={() => question.answer(false)} />,
  }
}
