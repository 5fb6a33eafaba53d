import { useLayoutEffect, useRef, useState } from 'react'
import { type Path, useLocation, useNavigate } from 'react-router-dom'
import type { QuestionnaireField } from '#contract/questionnaire'
import { questionnaireSections } from './questionnaire-sections.ts'

export const WHOLE_QUESTIONNAIRE = 'todo'
const FIRST_STEP = questionnaireSections[0]?.id ?? WHOLE_QUESTIONNAIRE

export const PROGRESS_ID = 'questionnaire-steps'
export const titleIdOf = (step: string): string => `${step}-title`

const stepNames = [...questionnaireSections.map(({ id }) => id), WHOLE_QUESTIONNAIRE]

const stepOf = (field: string) => questionnaireSections.find(({ fields }) => fields.some((one) => one === field))?.id

/**
 * In the URL fragment, because changing it does not count as leaving (ui/unsaved-work-guard.tsx). The skip link's
 * fragment is ignored.
 */
function useNamedStep(): string {
  const { hash } = useLocation()
  const [last, setLast] = useState(FIRST_STEP)
  const named = hash ? stepNames.find((step) => `#${step}` === hash) : FIRST_STEP
  if (named && named !== last) setLast(named)
  return named ?? last
}

export interface QuestionnaireSteps {
  readonly step: string
  readonly addressOf: (step: string) => Partial<Path>
  readonly showField: (field: string) => void
}

/** All stay mounted, so that changing steps loses no input. */
export function useQuestionnaireSteps(focus: (field: QuestionnaireField) => void): QuestionnaireSteps {
  const step = useNamedStep()
  const { search } = useLocation()
  const navigate = useNavigate()
  const addressOf = (name: string) => ({ search, hash: `#${name}` })
  const shownBefore = useRef(step)
  const awaitedField = useRef<string>(undefined)
  const isOn = (field: string) => step === WHOLE_QUESTIONNAIRE || step === stepOf(field)

  // A layout effect: after painting, the browser has removed the focus from a hidden field without a blur event.
  useLayoutEffect(() => {
    if (shownBefore.current === step) return
    shownBefore.current = step
    const field = awaitedField.current
    awaitedField.current = undefined
    if (field && isOn(field)) return focus(field as QuestionnaireField)
    const title = titleIdOf(step === WHOLE_QUESTIONNAIRE ? FIRST_STEP : step)
    document.getElementById(title)?.focus({ preventScroll: true })
    document.getElementById(PROGRESS_ID)?.scrollIntoView()
  })

  return {
    step,
    addressOf,
    showField: (field) => {
      const own = stepOf(field)
      if (isOn(field)) return focus(field as QuestionnaireField)
      awaitedField.current = field
      if (own) void navigate(addressOf(own))
    },
  }
}
