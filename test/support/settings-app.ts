import { AccountSettings } from '#contract/account-settings'
import { toReply } from '#data/record'
import { server } from './fake-api.ts'

export const someSettings = toReply(AccountSettings, {
  firstName: 'Lucía',
  lastName: 'Ferrer',
  email: 'lucia@example.com',
  birthDate: '1990-05-04',
  language: 'es',
  version: 3,
  notifications: { consultations: true, files: true, supplements: true, marketing: false },
  guardian: { state: 'not-needed', email: null },
})

export function withoutFactors(): void {
  server.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  server.answer('GET /account/sessions', { items: [] })
}
