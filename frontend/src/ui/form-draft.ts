/** What was typed at another time and taken up again. */
export interface RecoveredDraft {
  readonly writtenAt: string
  /** Whether somebody saved something else meanwhile. */
  readonly isOutdated: boolean
}

/** What a form knows of what is typed into it. */
export interface FormDraft {
  /** Names the form: no two have the same. */
  readonly name: string
  readonly isUnsaved: () => boolean
  readonly recovered?: RecoveredDraft | undefined
  /** What was typed has been saved. */
  readonly saved: () => void
  /** What was typed is given up. */
  readonly discard: () => void
  /** Puts what was there before in place of what was recovered. */
  readonly startOver: () => void
}

const nothing = () => undefined

/** A form of a choice or two, which is asked about and not kept. */
export const choiceDraft = (name: string, isUnsaved: boolean): FormDraft => ({
  name,
  isUnsaved: () => isUnsaved,
  saved: nothing,
  discard: nothing,
  startOver: nothing,
})

/** A form of passwords, codes or a word that confirms: nothing of it is ever kept, and giving it up costs nothing. */
export const secretDraft = (name: string): FormDraft => choiceDraft(name, false)
