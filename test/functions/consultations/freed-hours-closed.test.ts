import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createWaitingList, FREED, LATER } from '../../support/waiting-list.ts'

async function withAClosedDay() {
  const list = await createWaitingList()
  const { practice, ask, asBoss, free, run } = list
  await free()
  await run()
  const offered = (await createOutboxReader(practice).post()).find(({ subject }) =>
    subject?.startsWith('Ha quedado libre'),
  )
  const token = /token=([\w-]+)/.exec(offered?.text ?? '')?.[1]
  const day = FREED.slice(0, 10)
  const closures = [{ from: day, to: day, reason: 'Formación' }]
  const changed = await ask(consultations.changeOpeningHours, {
    as: asBoss(),
    body: { ...defaultOpeningHours, closures, version: 0 },
  })
  expect(changed.status).toBe(200)
  return { ...list, token }
}

test('A-71 an offered hour on a day that the practice has closed meanwhile is taken by nobody, in the panel and by the link', async () => {
  const { ask, answer, startOf, first, token } = await withAClosedDay()

  expect(await answer('takeFreedHour', first)).toMatchObject({ status: 409, body: { code: 'hold-expired' } })
  const linked = await ask(consultations.takeLinkedFreedHour, { body: { token } })

  expect(linked).toMatchObject({ status: 409, body: { code: 'hold-expired' } })
  expect(await startOf(first)).toEqual([LATER[0]])
})

test('A-71 an offered hour on a day that the practice has closed meanwhile is shown by neither the panel nor the link', async () => {
  const { ask, look, first, token } = await withAClosedDay()

  expect((await look(first)).offer).toBeNull()
  expect((await ask(consultations.readFreedHour, { body: { token } })).body.state).toBe('gone')
})
