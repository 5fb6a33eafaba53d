export interface RecoveredDraft {
  readonly writtenAt: string
  readonly isOutdated: boolean
}

export interface FormDraft {
  readonly name: string
  readonly isUnsaved: () => boolean
  readonly recovered?: RecoveredDraft | undefined
  readonly saved: () => void
  readonly discard: () => void
  readonly startOver: () => void
}

const nothing = () => undefined

/** For a form of one or two choices: asks before leaving, stores nothing. */
export const choiceDraft = (name: string, isUnsaved: boolean): FormDraft => ({
  name,
  isUnsaved: () => isUnsaved,
  saved: nothing,
  discard: nothing,
  startOver: nothing,
})

/** For passwords and codes: never stored, and no question before leaving. */
export const secretDraft = (name: string): FormDraft => choiceDraft(name, false)
