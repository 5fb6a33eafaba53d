import { createDayFormatter } from './calendar-days.ts'
import type { QuestionnaireAnswerValues, QuestionnaireField } from './questionnaire.ts'
import { questionnaireChoiceLabels } from './questionnaire-labels.ts'
import { onFirstUse } from './on-first-use.ts'

const numbers = onFirstUse(() => new Intl.NumberFormat('es-ES'))
const formatDay = createDayFormatter({ dateStyle: 'long' })

export function formatAnswer(field: QuestionnaireField, answer: QuestionnaireAnswerValues[QuestionnaireField]): string {
  if (answer === null) return ''
  if (typeof answer === 'number') return numbers.format(answer)
  if (typeof answer !== 'string') return answer.join(', ')
  if (field === 'dateOfBirth') return formatDay(answer)
  const wordings: Readonly<Record<string, Readonly<Record<string, string>>>> = questionnaireChoiceLabels
  return wordings[field]?.[answer] ?? answer
}
