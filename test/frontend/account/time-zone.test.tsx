import { waitFor } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import { saveTimeZone } from '../../../frontend/src/api/save-time-zone.ts'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const KEEP = 'PUT /account/time-zone'
const sent = () => fakeApi.asked(KEEP).map(({ body }) => (body as { timeZone: string }).timeZone)

const tell = (timeZone: string, userId = 'usr_aaaaaaaa') => saveTimeZone(userId, timeZone)

test('the panel of a client tells the time zone of the browser', async () => {
  signInAsRole('cliente')
  openProductPath('/client')

  await waitFor(() => expect(sent()).toEqual(['America/New_York']))
})

test('it is told once a day, again where it is another one, and of another account', async () => {
  signInAsRole('cliente')
  vi.setSystemTime('2026-11-27T10:00:00.000Z')
  for (const zone of ['Atlantic/Canary', 'Atlantic/Canary', 'Europe/Madrid', 'Europe/Madrid']) await tell(zone)
  await tell('Europe/Madrid', 'usr_bbbbbbbb')
  vi.setSystemTime('2026-11-28T10:00:00.000Z')
  await tell('Europe/Madrid', 'usr_bbbbbbbb')

  expect(sent()).toEqual(['Atlantic/Canary', 'Europe/Madrid', 'Europe/Madrid', 'Europe/Madrid'])
})

test('that it could not be told is nothing that anybody has to know', async () => {
  fakeApi.unreachable(KEEP)

  await expect(saveTimeZone('usr_aaaaaaaa', 'Atlantic/Canary')).resolves.toBeUndefined()
})

test('what could not be told is told with the next call', async () => {
  signInAsRole('cliente')
  fakeApi.unreachable(KEEP)
  await tell('Atlantic/Canary')
  fakeApi.answer(KEEP, ({ timeZone }) => ({ timeZone }))
  const before = sent().length

  await tell('Atlantic/Canary')
  await tell('Atlantic/Canary')

  expect(sent().slice(before)).toEqual(['Atlantic/Canary'])
})

function moveDeviceTo(timeZone: string): void {
  const { DateTimeFormat } = Intl
  const moved = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(...given) {
    const formatter = new DateTimeFormat(...given)
    const options = { ...formatter.resolvedOptions(), timeZone }
    return Object.assign(formatter, { resolvedOptions: () => options })
  })
  onTestFinished(() => moved.mockRestore())
}

test('a panel that stays open tells the zone to which its device has moved', async () => {
  signInAsRole('cliente')
  openProductPath('/client')
  await waitFor(() => expect(sent()).toEqual(['America/New_York']))
  moveDeviceTo('Asia/Tokyo')

  document.dispatchEvent(new Event('visibilitychange'))

  await waitFor(() => expect(sent()).toEqual(['America/New_York', 'Asia/Tokyo']))
})
