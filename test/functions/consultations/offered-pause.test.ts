import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { offerFreedHour } from '../../../functions/consultations/public/offer-freed-hour.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createPaidOrder } from '../../support/paid-order.ts'
import { storeOpeningHours } from '../../support/stored-opening-hours.ts'

const OFFERED = '2026-11-24T09:00:00.000Z'

const withPauseMinutes = (pauseMinutes: number) => {
  const { types } = defaultOpeningHours
  return { types: { ...types, primera_consulta: { ...types.primera_consulta, pauseMinutes } } }
}

test.each([
  ['removes', 10, 0],
  ['lengthens', 0, 60],
])(
  'a freed hour that is taken for a paid order keeps the pause that it was offered with, also where the practice %s it meanwhile',
  async (_, offered, later) => {
    const {
      practice,
      session,
      consultations: listBooked,
    } = await createPaidOrder({
      expressRequest: true,
      acknowledgement: true,
    })
    const ask = createEndpointCaller(createLambdaHandler(() => practice))
    await storeOpeningHours(practice.data, withPauseMinutes(offered))
    await ask(consultations.setOwnWaitingPlace, { as: session, body: { waiting: true } })
    await offerFreedHour(OFFERED, practice)
    await storeOpeningHours(practice.data, withPauseMinutes(later))

    const taken = await ask(consultations.takeFreedHour, { as: session, body: { startsAt: OFFERED } })

    expect(taken.status).toBe(200)
    expect(await listBooked()).toMatchObject([{ startsAt: OFFERED, pauseMinutes: offered }])
    const { data: steps } = await practice.data.agendaSteps.scan.go({ pages: 'all' })
    const paused = steps.filter(({ pauses }) => pauses && pauses.length > 0)
    expect(paused).toHaveLength(offered > 0 ? 1 : 0)
  },
)
