import { describe, expect, test } from 'vitest'
import {
  activityLevels,
  computeAge,
  alcoholConsumptions,
  QuestionnaireAnswerValues,
  questionnaireFields,
  questionnaireNumberBounds,
  findChangedQuestionnaireFields,
  dietaryPreferences,
  energyLevels,
  exerciseFrequencies,
  genders,
  sleepQualities,
  smokingStatuses,
  ValidQuestionnaireAnswers,
} from '#contract/questionnaire'
import { emptyQuestionnaireAnswers } from '../support/empty-questionnaire-answers.ts'

const problemOf = (given: object) => ValidQuestionnaireAnswers.safeParse(given).error?.issues[0]?.message

test('DATA-12 there are 23 answers', () => {
  expect(questionnaireFields.toSorted()).toEqual(
    [
      'height',
      'weight',
      'age',
      'gender',
      'dateOfBirth',
      'occupation',
      'activityLevel',
      'dietaryPreferences',
      'foodAllergies',
      'medicalConditions',
      'currentMedications',
      'supplementsCurrentlyTaking',
      'healthGoals',
      'stressLevel',
      'sleepHours',
      'sleepQuality',
      'exerciseFrequency',
      'alcoholConsumption',
      'smokingStatus',
      'waterIntake',
      'digestiveIssues',
      'energyLevels',
      'notes',
    ].toSorted(),
  )
})

test('CLI-05 nothing has to be answered', () => {
  expect(ValidQuestionnaireAnswers.parse({})).toEqual(emptyQuestionnaireAnswers)
  expect(ValidQuestionnaireAnswers.parse(emptyQuestionnaireAnswers)).toEqual(emptyQuestionnaireAnswers)
})

describe('CLI-12 A-47 a number out of its bounds is refused in Spanish, with the bound', () => {
  test.each([
    ['CLI-06', 'height', 50, 250],
    ['CLI-07', 'weight', 20, 300],
    ['CLI-08', 'age', 18, 120],
    ['CLI-09', 'stressLevel', 1, 10],
    ['CLI-10', 'sleepHours', 0, 24],
    ['CLI-11', 'waterIntake', 0, 20],
  ] as const)('%s %s lies between %i and %i', (_, field, least, most) => {
    expect(questionnaireNumberBounds[field]).toEqual([least, most])
    expect(problemOf({ [field]: least })).toBeUndefined()
    expect(problemOf({ [field]: most })).toBeUndefined()
    expect(problemOf({ [field]: least - 1 })).toBe(`Escribe un número mayor o igual que ${least}`)
    expect(problemOf({ [field]: most + 1 })).toBe(`Escribe un número menor o igual que ${most}`)
    expect(problemOf({ [field]: 'mucho' })).toBe('Escribe un número')
  })

  test('a height, a weight and a night may have decimals, years and stress may not', () => {
    expect(problemOf({ height: 171.5, weight: 63.4, sleepHours: 7.5 })).toBeUndefined()
    expect(problemOf({ age: 34.5 })).toBe('Escribe un número sin decimales')
    expect(problemOf({ stressLevel: 5.5 })).toBe('Escribe un número sin decimales')
  })

  test('a draft keeps what lies out of its bounds, because it is not finished', () => {
    expect(QuestionnaireAnswerValues.safeParse({ age: 1, weight: 999 }).success).toBe(true)
  })
})

test.each([
  ['CLI-13', genders, 'gender', 'masculino, femenino, otro'],
  ['CLI-14', activityLevels, 'activityLevel', 'sedentary, light, moderate, very_active, extremely_active'],
  ['CLI-15', exerciseFrequencies, 'exerciseFrequency', 'never, rarely, 1-2_times_week, 3-4_times_week, daily'],
  ['CLI-16', sleepQualities, 'sleepQuality', 'poor, fair, good, excellent'],
  ['CLI-17', alcoholConsumptions, 'alcoholConsumption', 'never, rarely, occasionally, regularly'],
  ['CLI-18', smokingStatuses, 'smokingStatus', 'never, former, current'],
  ['CLI-19', energyLevels, 'energyLevels', 'very_low, low, moderate, high, very_high'],
  [
    'CLI-20',
    dietaryPreferences,
    'dietaryPreferences',
    'omnivore, vegetarian, vegan, keto, paleo, mediterranean, other',
  ],
] as const)('%s the values %j of %s are stored as they always were', (_, values, field, stored) => {
  expect(values.join(', ')).toBe(stored)
  for (const value of values) expect(problemOf({ [field]: value })).toBeUndefined()
  expect(problemOf({ [field]: 'otra cosa' })).toBeDefined()
})

test('A-46 a list holds up to thirty short texts, without the blanks around them', () => {
  expect(ValidQuestionnaireAnswers.parse({ foodAllergies: [' Gluten '] }).foodAllergies).toEqual(['Gluten'])
  expect(problemOf({ healthGoals: [''] })).toBeDefined()
  expect(problemOf({ healthGoals: ['x'.repeat(81)] })).toBe('Cada elemento puede tener como máximo 80 caracteres')
  expect(problemOf({ healthGoals: Array.from({ length: 31 }, (_, index) => `${index}`) })).toBe(
    'Puede tener como máximo 30 elementos',
  )
})

test('what is different between two questionnaires is known by its field', () => {
  expect(
    findChangedQuestionnaireFields(emptyQuestionnaireAnswers, {
      ...emptyQuestionnaireAnswers,
      weight: 60,
      healthGoals: ['Dormir mejor'],
    }),
  ).toEqual(['weight', 'healthGoals'])
})

test.each([
  ['1990-11-21', '2026-11-21', 36],
  ['1990-11-22', '2026-11-21', 35],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
])('whoever was born on %s is, on %s, %i years old', (birthDate, today, years) => {
  expect(computeAge(birthDate, today)).toBe(years)
})
