import { toPracticeDay } from '#contract/calendar-days'
import { QuestionnaireAnswerValues, withBirthDate } from '#contract/questionnaire'
import { HEALTH_DATA_PURPOSE } from '../../functions/contract/health-consent.ts'
import { HEALTH_CONSENT_VERSION } from '../../functions/contract/product.ts'
import type { Database } from '#data/database'
import { toStoredQuestionnaireAnswers } from '../../functions/questionnaire/to-saved-answers.ts'
import { createEntryOnce } from './once.ts'

export async function seedQuestionnaireAnswers(data: Database, customerId: string, savedAt: Date): Promise<void> {
  const userId = customerId.replace('cus_', 'usr_')
  const { data: user } = await data.users.get({ userId }).go()
  const given = QuestionnaireAnswerValues.parse({
    height: 168,
    weight: 63,
    occupation: 'Profesora',
    sleepHours: 7,
    stressLevel: 6,
    waterIntake: 1.5,
    digestiveIssues: ['Hinchazón después de comer'],
    healthGoals: ['Digerir mejor', 'Tener más energía'],
  })
  const answers = user?.birthDate ? withBirthDate(given, user.birthDate, toPracticeDay(savedAt)) : given
  const stored = {
    customerId,
    answers: toStoredQuestionnaireAnswers(answers),
    version: 1,
    savedAt: savedAt.toISOString(),
    savedBy: userId,
  }
  await data.questionnaires.put(stored).go()
  await data.questionnaireVersions.put(stored).go()
}

export async function seedCustomerConsent(data: Database, customerId: string, givenAt: Date): Promise<void> {
  await createEntryOnce(
    data.healthConsents.create({
      customerId,
      entryId: `hcn_${customerId.slice('cus_'.length)}`,
      recordedAt: givenAt.toISOString(),
      event: 'given',
      by: 'client',
      userId: customerId.replace('cus_', 'usr_'),
      purpose: HEALTH_DATA_PURPOSE,
      textVersion: HEALTH_CONSENT_VERSION,
      address: '127.0.0.1',
      userAgent: 'demo',
    }),
  )
}
