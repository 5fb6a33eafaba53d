import { describe, expect, test } from 'vitest'
import { listMailSamples } from '../../../bin/local/mail-samples/mail-samples.ts'
import { findReaderTimeZone } from '../../../functions/mail/own-time.ts'
import { createMailSetup } from '../../support/mail-setup.ts'
import { createCliente } from '../../support/people.ts'

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
