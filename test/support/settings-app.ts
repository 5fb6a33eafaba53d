import { AccountSettings } from '#contract/account-settings'
import { toReply } from '#data/stored-record'
import { fakeApi } from './fake-api.ts'

export const sampleAccountSettings = toReply(AccountSettings, {
  firstName: 'Lucía',
  lastName: 'Ferrer',
  email: 'lucia@example.com',
  birthDate: '1990-05-04',
  language: 'es',
  version: 3,
  notifications: {
    consultations: true,
    reminders: true,
    files: true,
    supplements: true,
    messages: true,
    marketing: false,
  },
  guardian: { state: 'not-needed', email: null },
})

export function stubAccountWithoutFactors(): void {
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  fakeApi.answer('GET /account/sessions', { items: [] })
}
