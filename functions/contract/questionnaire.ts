import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { checkInEndpoints } from './check-in.ts'
import { ownHealthDataEndpointOptions } from './health-consent.ts'
import { SingleLineText, MultilineText } from './text-schemas.ts'
import { CustomerId, CalendarDay, IsoInstant, createPageSchema, PageQuery } from './value-schemas.ts'

export const genders = ['masculino', 'femenino', 'otro'] as const
export const activityLevels = ['sedentary', 'light', 'moderate', 'very_active', 'extremely_active'] as const
export const exerciseFrequencies = ['never', 'rarely', '1-2_times_week', '3-4_times_week', 'daily'] as const
export const sleepQualities = ['poor', 'fair', 'good', 'excellent'] as const
export const alcoholConsumptions = ['never', 'rarely', 'occasionally', 'regularly'] as const
export const smokingStatuses = ['never', 'former', 'current'] as const
export const energyLevels = ['very_low', 'low', 'moderate', 'high', 'very_high'] as const
export const dietaryPreferences = [
  'omnivore',
  'vegetarian',
  'vegan',
  'keto',
  'paleo',
  'mediterranean',
  'other',
] as const

/** Minimum and maximum: cm, kg, years, 1 to 10, hours a night, glasses a day. */
export const questionnaireNumberBounds = {
  height: [50, 250],
  weight: [20, 300],
  age: [18, 120],
  stressLevel: [1, 10],
  sleepHours: [0, 24],
  waterIntake: [0, 20],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
export type QuestionnaireNumberField = keyof typeof questionnaireNumberBounds

export const MAX_ANSWER_LIST_ENTRIES = 30
export const MAX_ANSWER_ENTRY_LENGTH = 80

const notANumber = { error: 'Escribe un número' }
/** Limits of numbers in DynamoDB and JavaScript. */
const isStorable = (given: number) =>
  given === 0 || (Math.abs(given) <= Number.MAX_SAFE_INTEGER && Math.abs(given) >= 1e-130)
const number = z.number(notANumber).check(z.refine(isStorable, notANumber))
const oneOf = <const Values extends readonly string[]>(values: Values) => z._default(z.nullable(z.enum(values)), null)
const text = (kind: z.ZodMiniString<string>, most: number) =>
  z._default(z.nullable(kind.check(z.maxLength(most))), null)
const listOf = (kind: z.ZodMiniString<string>) =>
  z._default(
    z
      .array(
        kind.check(
          z.minLength(1),
          z.maxLength(MAX_ANSWER_ENTRY_LENGTH, {
            error: `Cada elemento puede tener como máximo ${MAX_ANSWER_ENTRY_LENGTH} caracteres`,
          }),
        ),
      )
      .check(z.maxLength(MAX_ANSWER_LIST_ENTRIES)),
    [],
  )
const stored = z.string().check(z.trim())

const anyNumber = z._default(z.nullable(number), null)
const within = ([least, most]: readonly [number, number]) =>
  number.check(
    z.minimum(least, { error: `Escribe un número mayor o igual que ${least}` }),
    z.maximum(most, { error: `Escribe un número menor o igual que ${most}` }),
  )
const whole = { error: 'Escribe un número sin decimales' }

const shapeOf = (line: z.ZodMiniString<string>, lines: z.ZodMiniString<string>) => ({
  height: anyNumber,
  weight: anyNumber,
  age: anyNumber,
  gender: oneOf(genders),
  dateOfBirth: z._default(z.nullable(CalendarDay), null),
  occupation: text(line, 120),
  activityLevel: oneOf(activityLevels),
  exerciseFrequency: oneOf(exerciseFrequencies),
  sleepHours: anyNumber,
  sleepQuality: oneOf(sleepQualities),
  stressLevel: anyNumber,
  energyLevels: oneOf(energyLevels),
  alcoholConsumption: oneOf(alcoholConsumptions),
  smokingStatus: oneOf(smokingStatuses),
  waterIntake: anyNumber,
  dietaryPreferences: oneOf(dietaryPreferences),
  foodAllergies: listOf(line),
  digestiveIssues: listOf(line),
  supplementsCurrentlyTaking: listOf(line),
  medicalConditions: listOf(line),
  currentMedications: listOf(line),
  healthGoals: listOf(line),
  notes: text(lines, 4000),
})

/** The 23 answers as drafted, stored and shown. */
export const QuestionnaireAnswerValues = z.strictObject(shapeOf(stored, stored))
export type QuestionnaireAnswerValues = z.infer<typeof QuestionnaireAnswerValues>
export type QuestionnaireField = keyof QuestionnaireAnswerValues

const TypedAnswers = z.strictObject(shapeOf(SingleLineText, MultilineText))

export const ValidQuestionnaireAnswers = z.extend(TypedAnswers, {
  height: z._default(z.nullable(within(questionnaireNumberBounds.height)), null),
  weight: z._default(z.nullable(within(questionnaireNumberBounds.weight)), null),
  age: z._default(z.nullable(within(questionnaireNumberBounds.age).check(z.int(whole))), null),
  stressLevel: z._default(z.nullable(within(questionnaireNumberBounds.stressLevel).check(z.int(whole))), null),
  sleepHours: z._default(z.nullable(within(questionnaireNumberBounds.sleepHours)), null),
  waterIntake: z._default(z.nullable(within(questionnaireNumberBounds.waterIntake)), null),
})

export const questionnaireFields = Object.keys(QuestionnaireAnswerValues.shape) as QuestionnaireField[]

export const findChangedQuestionnaireFields = (
  before: QuestionnaireAnswerValues,
  after: QuestionnaireAnswerValues,
): QuestionnaireField[] =>
  questionnaireFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** Whole years on `today`; both days are `YYYY-MM-DD`. */
export const computeAge = (birthDate: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0)

/** The account's birth date, and the age computed from it, override typed values. */
export const withBirthDate = (
  answers: QuestionnaireAnswerValues,
  dateOfBirth: string,
  today: string,
): QuestionnaireAnswerValues => ({ ...answers, dateOfBirth, age: computeAge(dateOfBirth, today) })

const isAnswered = (answer: QuestionnaireAnswerValues[QuestionnaireField]): boolean =>
  Array.isArray(answer) ? answer.length > 0 : answer !== null && answer !== '' && !Number.isNaN(answer)

export const countAnsweredFields = (
  answers: QuestionnaireAnswerValues,
  fields: readonly QuestionnaireField[] = questionnaireFields,
): number => fields.filter((field) => isAnswered(answers[field])).length

const Version = z.int().check(z.positive())
const Basis = z.int().check(z.nonnegative())

export const QuestionnaireVersionSummary = z.object({ version: Version, savedAt: IsoInstant, savedBy: z.string() })
export type QuestionnaireVersionSummary = z.infer<typeof QuestionnaireVersionSummary>

export const SavedQuestionnaireAnswers = z.extend(QuestionnaireVersionSummary, { answers: QuestionnaireAnswerValues })
export type SavedQuestionnaireAnswers = z.infer<typeof SavedQuestionnaireAnswers>

const ComparedAnswers = z.extend(SavedQuestionnaireAnswers, { before: z.nullable(QuestionnaireAnswerValues) })

export const QuestionnaireDraft = z.object({ answers: QuestionnaireAnswerValues, version: Basis, savedAt: IsoInstant })
export type QuestionnaireDraft = z.infer<typeof QuestionnaireDraft>

export const OwnQuestionnaire = z.object({
  current: z.nullable(SavedQuestionnaireAnswers),
  draft: z.nullable(QuestionnaireDraft),
})
export type OwnQuestionnaire = z.infer<typeof OwnQuestionnaire>

/** `draftAt`: `savedAt` of the draft that the browser has read, null for none. Refused when there is another draft. */
const SaveQuestionnaire = z.extend(ValidQuestionnaireAnswers, {
  version: Basis,
  draftAt: z._default(z.nullable(IsoInstant), null),
})

/** `replaces`: `savedAt` of the draft that it is based on, null for none. */
const SaveDraft = z.extend(TypedAnswers, { version: Basis, replaces: z._default(z.nullable(IsoInstant), null) })

const ofCustomer = z.object({ customerId: CustomerId })
const version = z.coerce.number().check(z.int(), z.positive(), z.maximum(999_999))
const path = '/customers/{customerId}/questionnaire'

export const questionnaire = {
  readMine: defineEndpoint({
    method: 'GET',
    path: '/questionnaire',
    allow: ['cliente'],
    reply: OwnQuestionnaire,
    audit: 'none',
    refusals: [],
  }),
  /**
   * Saves the version after `version` and deletes the draft; refused when another device has changed either. Saved
   * answers are never changed.
   */
  save: defineEndpoint({
    method: 'PUT',
    path: '/questionnaire',
    allow: ['cliente'],
    body: SaveQuestionnaire,
    reply: SavedQuestionnaireAnswers,
    audit: 'QUESTIONNAIRE_SAVED',
    ...ownHealthDataEndpointOptions,
  }),
  saveDraft: defineEndpoint({
    method: 'PUT',
    path: '/questionnaire/draft',
    allow: ['cliente'],
    body: SaveDraft,
    reply: QuestionnaireDraft,
    audit: 'none',
    ...ownHealthDataEndpointOptions,
  }),
  discardDraft: defineEndpoint({
    method: 'DELETE',
    path: '/questionnaire/draft',
    allow: ['cliente'],
    query: z.object({ draftAt: z.optional(IsoInstant) }),
    reply: z.object({ discarded: z.literal(true) }),
    audit: 'none',
    refusals: ['changed-meanwhile'],
  }),
  listMine: defineEndpoint({
    method: 'GET',
    path: '/questionnaire/versions',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(QuestionnaireVersionSummary),
    audit: 'none',
    refusals: [],
  }),
  readVersionOfMine: defineEndpoint({
    method: 'GET',
    path: '/questionnaire/versions/{version}',
    allow: ['cliente'],
    params: z.object({ version }),
    reply: ComparedAnswers,
    audit: 'none',
    refusals: [],
  }),
  readOfCustomer: defineEndpoint({
    method: 'GET',
    path,
    allow: ['administrador'],
    opens: 'questionnaire',
    params: ofCustomer,
    query: PageQuery,
    reply: z.object({
      current: z.nullable(SavedQuestionnaireAnswers),
      seen: z.nullable(z.object({ version: Version, seenAt: IsoInstant, answers: QuestionnaireAnswerValues })),
      versions: createPageSchema(QuestionnaireVersionSummary),
    }),
    audit: 'none',
    refusals: [],
  }),
  readVersionOfCustomer: defineEndpoint({
    method: 'GET',
    path: `${path}/versions/{version}`,
    allow: ['administrador'],
    opens: 'questionnaire',
    params: z.extend(ofCustomer, { version }),
    reply: ComparedAnswers,
    audit: 'none',
    refusals: [],
  }),
  /** Marks this version as seen by the caller. No effect when a later one is marked. */
  see: defineEndpoint({
    method: 'PUT',
    path: `${path}/seen`,
    allow: ['administrador'],
    opens: 'nothing',
    params: ofCustomer,
    body: z.strictObject({ version: Version }),
    reply: z.object({ version: Version, seenAt: IsoInstant }),
    audit: 'none',
    refusals: [],
  }),
  ...checkInEndpoints,
}
