import { expect, test } from 'vitest'
import { toPracticeDay } from '#contract/calendar-days'
import { countAnsweredFields, questionnaire, withBirthDate } from '#contract/questionnaire'
import { seedQuestionnaireAnswers } from '../../../bin/local/demo-answers.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

test('of the demo’s questionnaire client and practice count the same answers', async () => {
  const practice = await createTestPractice()
  const boss = await createAdministrador(practice)
  const client = await createCliente(practice)
  const { customerId, userId } = client
  const birthDate = '1988-04-17'
  await practice.data.users.patch({ userId }).set({ birthDate }).go()
  await seedQuestionnaireAnswers(practice.data, customerId, practice.now())
  const ask = await createDomainCaller('questionnaire', practice)

  const own = await ask(questionnaire.readMine, { as: createPasswordSessionClaims(client, practice) })
  const ofCustomer = await ask(questionnaire.readOfCustomer, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId },
    query: {},
  })

  const { answers } = own.body.current ?? {}
  // As the client's form opens them.
  const opened = answers && withBirthDate(answers, birthDate, toPracticeDay(practice.now()))
  expect(opened && countAnsweredFields(opened)).toBe(10)
  expect(ofCustomer.body.current && countAnsweredFields(ofCustomer.body.current.answers)).toBe(10)
})
