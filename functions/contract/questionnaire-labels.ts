import type { QuestionnaireField, QuestionnaireAnswerValues } from './questionnaire.ts'

export const questionnaireFieldLabels: Readonly<Record<QuestionnaireField, string>> = {
  height: 'Altura (cm)',
  weight: 'Peso (kg)',
  age: 'Edad',
  gender: 'Género',
  dateOfBirth: 'Fecha de nacimiento',
  occupation: 'Ocupación',
  activityLevel: 'Nivel de actividad',
  exerciseFrequency: 'Frecuencia de ejercicio',
  sleepHours: 'Horas de sueño',
  sleepQuality: 'Calidad del sueño',
  stressLevel: 'Nivel de estrés (1-10)',
  energyLevels: 'Nivel de energía',
  alcoholConsumption: 'Consumo de alcohol',
  smokingStatus: 'Tabaco',
  waterIntake: 'Agua (vasos al día)',
  dietaryPreferences: 'Preferencias alimentarias',
  foodAllergies: 'Alergias e intolerancias',
  digestiveIssues: 'Molestias digestivas',
  supplementsCurrentlyTaking: 'Suplementos actuales',
  medicalConditions: 'Enfermedades o diagnósticos',
  currentMedications: 'Medicación actual',
  healthGoals: 'Objetivos de salud',
  notes: 'Notas',
}

export type QuestionnaireChoiceField = {
  [Field in QuestionnaireField]: NonNullable<QuestionnaireAnswerValues[Field]> extends string
    ? string extends NonNullable<QuestionnaireAnswerValues[Field]>
      ? never
      : Field
    : never
}[QuestionnaireField]

export const questionnaireChoiceLabels: {
  readonly [Field in QuestionnaireChoiceField]: Readonly<Record<NonNullable<QuestionnaireAnswerValues[Field]>, string>>
} = {
  gender: { masculino: 'Masculino', femenino: 'Femenino', otro: 'Otro' },
  activityLevel: {
    sedentary: 'Sedentario',
    light: 'Ligero',
    moderate: 'Moderado',
    very_active: 'Muy activo',
    extremely_active: 'Extremadamente activo',
  },
  exerciseFrequency: {
    never: 'Nunca',
    rarely: 'Rara vez',
    '1-2_times_week': '1-2 veces por semana',
    '3-4_times_week': '3-4 veces por semana',
    daily: 'Todos los días',
  },
  sleepQuality: { poor: 'Mala', fair: 'Regular', good: 'Buena', excellent: 'Excelente' },
  energyLevels: { very_low: 'Muy bajo', low: 'Bajo', moderate: 'Medio', high: 'Alto', very_high: 'Muy alto' },
  alcoholConsumption: {
    never: 'Nunca',
    rarely: 'Rara vez',
    occasionally: 'De vez en cuando',
    regularly: 'Habitualmente',
  },
  smokingStatus: { never: 'Nunca he fumado', former: 'Exfumador/a', current: 'Fumo actualmente' },
  dietaryPreferences: {
    omnivore: 'Omnívora',
    vegetarian: 'Vegetariana',
    vegan: 'Vegana',
    keto: 'Cetogénica (keto)',
    paleo: 'Paleo',
    mediterranean: 'Mediterránea',
    other: 'Otra',
  },
}
