export interface RecoveredFormDraft {
  readonly writtenAt: string
  readonly isOutdated: boolean
}

export interface FormDraft {
  readonly name: string
  readonly isUnsaved: () => boolean
  readonly recovered?: RecoveredFormDraft | undefined
  readonly saved: () => void
  readonly discard: () => void
  readonly startOver: () => void
}

const nothing = () => undefined

/** For a form of one or two choices: asks before leaving, stores nothing. */
export const createUnstoredFormDraft = (name: string, isUnsaved: boolean): FormDraft => ({
  name,
  isUnsaved: () => isUnsaved,
  saved: nothing,
  discard: nothing,
  startOver: nothing,
})

/** For passwords and codes: never stored, and no question before leaving. */
export const createNoopFormDraft = (name: string): FormDraft => createUnstoredFormDraft(name, false)
