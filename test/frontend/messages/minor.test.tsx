import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi, givenHealthConsent } from '../../support/fake-api.ts'
import { sampleAccountSettings } from '../../support/settings-app.ts'

test.each(['needed', 'asked'] as const)(
  'a minor whose guardian has not answered (%s) reads the thread and why nothing can be written: there is no form',
  async (state) => {
    signInAsRole('cliente')
    const settings = { ...sampleAccountSettings, birthDate: '2010-05-04', guardian: { state, email: null } }
    fakeApi.answer('GET /account/settings', settings)
    fakeApi.answer('GET /consent/health', { ...givenHealthConsent, state: 'none', givenAt: null, textVersion: null })
    const from = { messageId: 'msg_00000001', from: 'practice', sentAt: '2026-11-20T09:00:00.000Z' } as const
    const thread = { question: null, seenByClient: from.sentAt, seenByPractice: null, answerDays: 2 }
    const items = [{ ...from, text: 'Hola, Leo.', files: [] }]
    fakeApi.answer('GET /messages', { items, next: null, thread })
    openProductPath('/client/mensajes')

    expect(await screen.findByText('Podrás escribirnos en cuanto tu madre, padre o tutor lo autorice.')).toBeDefined()
    expect(await screen.findByText('Hola, Leo.')).toBeDefined()
    expect(screen.queryByLabelText('Tu mensaje')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull()
  },
)
