import type { AnswerField, Answers } from '#contract/questionnaire'

export interface Section {
  readonly id: string
  readonly title: string
  readonly fields: readonly AnswerField[]
}

/** In order; every answer appears once. */
export const sections: readonly Section[] = [
  {
    id: 'datos-basicos',
    title: 'Datos Básicos',
    fields: ['height', 'weight', 'dateOfBirth', 'age', 'gender', 'occupation'],
  },
  {
    id: 'estilo-de-vida',
    title: 'Estilo de Vida',
    fields: ['activityLevel', 'exerciseFrequency', 'sleepHours', 'sleepQuality', 'stressLevel', 'energyLevels'],
  },
  { id: 'habitos', title: 'Hábitos', fields: ['alcoholConsumption', 'smokingStatus', 'waterIntake'] },
  {
    id: 'alimentacion',
    title: 'Alimentación',
    fields: ['dietaryPreferences', 'foodAllergies', 'digestiveIssues', 'supplementsCurrentlyTaking'],
  },
  {
    id: 'informacion-adicional',
    title: 'Información Adicional',
    fields: ['medicalConditions', 'currentMedications', 'healthGoals', 'notes'],
  },
]

const isAnswered = (answer: Answers[AnswerField]): boolean =>
  Array.isArray(answer) ? answer.length > 0 : answer !== null && answer !== '' && !Number.isNaN(answer)

export const answeredIn = (answers: Answers, fields: readonly AnswerField[]): number =>
  fields.filter((field) => isAnswered(answers[field])).length
