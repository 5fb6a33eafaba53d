import {
  type QuestionnaireField,
  type QuestionnaireAnswerValues,
  questionnaireNumberBounds,
  MAX_ANSWER_ENTRY_LENGTH,
  MAX_ANSWER_LIST_ENTRIES,
  type QuestionnaireNumberField,
} from '#contract/questionnaire'

export type ListAnswerField = {
  [Field in QuestionnaireField]: QuestionnaireAnswerValues[Field] extends readonly string[] ? Field : never
}[QuestionnaireField]

export const answerSuggestions: Readonly<Record<ListAnswerField, readonly string[]>> = {
  foodAllergies: ['Ninguna', 'Gluten', 'Lactosa', 'Frutos secos', 'Huevo', 'Marisco'],
  digestiveIssues: ['Ninguna', 'Hinchazón', 'Gases', 'Estreñimiento', 'Diarrea', 'Reflujo'],
  supplementsCurrentlyTaking: ['Ninguno', 'Probióticos', 'Vitamina D', 'Magnesio', 'Omega 3'],
  medicalConditions: ['Ninguna', 'Colon irritable', 'Celiaquía', 'Hipotiroidismo', 'Diabetes'],
  currentMedications: ['Ninguna', 'Omeprazol', 'Antibióticos', 'Anticonceptivos'],
  healthGoals: ['Mejorar la digestión', 'Tener más energía', 'Perder peso', 'Dormir mejor', 'Reforzar las defensas'],
}

export const isNumberAnswerField = (field: QuestionnaireField): field is QuestionnaireNumberField =>
  Object.hasOwn(questionnaireNumberBounds, field)
export const isListAnswerField = (field: QuestionnaireField): field is ListAnswerField =>
  Object.hasOwn(answerSuggestions, field)

export const LIST_ANSWER_LIMITS = { maxCount: MAX_ANSWER_LIST_ENTRIES, maxLength: MAX_ANSWER_ENTRY_LENGTH }
