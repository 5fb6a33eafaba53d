import { countAnsweredFields, type QuestionnaireField, type QuestionnaireAnswerValues } from '#contract/questionnaire'

export interface QuestionnaireSection {
  readonly id: string
  readonly title: string
  readonly short: string
  readonly fields: readonly QuestionnaireField[]
}

export const questionnaireSections: readonly QuestionnaireSection[] = [
  {
    id: 'datos-basicos',
    title: 'Datos Básicos',
    short: 'Datos',
    fields: ['height', 'weight', 'dateOfBirth', 'age', 'gender', 'occupation'],
  },
  {
    id: 'estilo-de-vida',
    title: 'Estilo de Vida',
    short: 'Vida',
    fields: ['activityLevel', 'exerciseFrequency', 'sleepHours', 'sleepQuality', 'stressLevel', 'energyLevels'],
  },
  {
    id: 'habitos',
    title: 'Hábitos',
    short: 'Hábitos',
    fields: ['alcoholConsumption', 'smokingStatus', 'waterIntake'],
  },
  {
    id: 'alimentacion',
    title: 'Alimentación',
    short: 'Dieta',
    fields: ['dietaryPreferences', 'foodAllergies', 'digestiveIssues', 'supplementsCurrentlyTaking'],
  },
  {
    id: 'informacion-adicional',
    title: 'Información Adicional',
    short: 'Más',
    fields: ['medicalConditions', 'currentMedications', 'healthGoals', 'notes'],
  },
]

export const findMissingAnswers = (answers: QuestionnaireAnswerValues): QuestionnaireSection[] =>
  questionnaireSections
    .map((section) => ({
      ...section,
      fields: section.fields.filter((field) => countAnsweredFields(answers, [field]) === 0),
    }))
    .filter(({ fields }) => fields.length > 0)
