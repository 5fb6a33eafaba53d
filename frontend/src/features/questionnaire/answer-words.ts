import { choiceLabels } from '#contract/questionnaire-words'
import {
  type AnswerField,
  type Answers,
  bounds,
  MAX_ENTRY_LENGTH,
  MAX_ENTRIES,
  type NumberField,
} from '#contract/questionnaire'
import { formatCount, formatDay } from '../../ui/format.ts'

export type ListField = {
  [Field in AnswerField]: Answers[Field] extends readonly string[] ? Field : never
}[AnswerField]

/** 'Ninguna' is an answer: it shows that the question was read. */
export const suggestions: Readonly<Record<ListField, readonly string[]>> = {
  foodAllergies: ['Ninguna', 'Gluten', 'Lactosa', 'Frutos secos', 'Huevo', 'Marisco'],
  digestiveIssues: ['Ninguna', 'Hinchazón', 'Gases', 'Estreñimiento', 'Diarrea', 'Reflujo'],
  supplementsCurrentlyTaking: ['Ninguno', 'Probióticos', 'Vitamina D', 'Magnesio', 'Omega 3'],
  medicalConditions: ['Ninguna', 'Colon irritable', 'Celiaquía', 'Hipotiroidismo', 'Diabetes'],
  currentMedications: ['Ninguna', 'Omeprazol', 'Antibióticos', 'Anticonceptivos'],
  healthGoals: ['Mejorar la digestión', 'Tener más energía', 'Perder peso', 'Dormir mejor', 'Reforzar las defensas'],
}

export function answerText(field: AnswerField, answer: Answers[AnswerField]): string {
  if (answer === null) return ''
  if (typeof answer === 'number') return formatCount(answer)
  if (typeof answer !== 'string') return answer.join(', ')
  if (field === 'dateOfBirth') return formatDay(`${answer}T12:00:00Z`)
  const wordings: Readonly<Record<string, Readonly<Record<string, string>>>> = choiceLabels
  return wordings[field]?.[answer] ?? answer
}

export const isNumber = (field: AnswerField): field is NumberField => Object.hasOwn(bounds, field)
export const isList = (field: AnswerField): field is ListField => Object.hasOwn(suggestions, field)

export const listLimits = { maxCount: MAX_ENTRIES, maxLength: MAX_ENTRY_LENGTH }
