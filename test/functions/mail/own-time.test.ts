import { describe, expect, test } from 'vitest'
import { listMailSamples } from '../../../bin/local/mail-samples/mail-samples.ts'
import { findReaderTimeZone } from '../../../functions/mail/own-time.ts'
import { createMailSetup } from '../../support/mail-setup.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente } from '../../support/people.ts'
import { createWaitingList } from '../../support/waiting-list.ts'

async function readFreedHourMail(timeZone: string) {
  const { practice, free, first } = await createWaitingList()
  await practice.data.users.patch({ userId: first.userId }).set({ timeZone }).go()
  await free()
  const mails = await createOutboxReader(practice).post()
  return mails.find(({ subject }) => subject === 'Ha quedado libre un hueco antes')?.text ?? ''
}

describe('the ends of terms in a mail about an hour', () => {
  test('are said by the reader’s clock too, where it is another one', async () => {
    const text = await readFreedHourMail('America/Bogota')

    expect(text).toContain(
      'Te la guardamos hasta las 12:00 del sábado 21 de noviembre (hora de Madrid; para ti, 6:00).',
    )
    expect(text).toContain('gratis hasta el lunes 30 de noviembre a las 10:00 (hora de Madrid; para ti, 4:00).')
  })

  test('are said once where the clocks are the same', async () => {
    const text = await readFreedHourMail('Africa/Ceuta')

    expect(text).toContain('Te la guardamos hasta las 12:00 del sábado 21 de noviembre.')
    expect(text).toContain('gratis hasta el lunes 30 de noviembre a las 10:00.')
  })
})

async function listTimeZones(reader: 'client' | 'practice') {
  const services = await createMailSetup()
  const { userId, customerId } = await createCliente(services)
  await services.data.users.patch({ userId }).set({ timeZone: 'Atlantic/Canary' }).go()
  const samples = listMailSamples('https://habitat.test').filter((sample) => sample.hours > 0)
  const zones = await Promise.all(
    samples.map(async ({ name, content, reader: readBy }) => ({
      name,
      readBy,
      timeZone: content && (await findReaderTimeZone({ customerId, content }, services)),
    })),
  )
  return zones.filter(({ readBy }) => readBy === reader)
}

describe('a mail with an hour, about a client in another time zone', () => {
  test('tells the client their own hour as well, whatever kind of mail it is', async () => {
    const zones = await listTimeZones('client')

    expect(zones.length).toBeGreaterThan(10)
    expect(zones.filter(({ timeZone }) => timeZone !== 'Atlantic/Canary')).toEqual([])
  })

  test('tells the practice Madrid’s hour alone: «para ti» would be the hour of somebody else', async () => {
    const zones = await listTimeZones('practice')

    expect(zones.map(({ name }) => name)).toContain('refund-failed-practice')
    expect(zones.filter(({ timeZone }) => timeZone)).toEqual([])
  })
})
