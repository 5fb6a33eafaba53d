import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AccountSettings } from '#contract/account-settings'
import { createGoogleSessionFields, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { budgetFormsAtWork } from '../../support/budget-forms-at-work.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { createAdminConsultation, stubAdminAgenda, stubSecuritySettings } from '../../support/admin-app.ts'
import { openAnalysisForm } from '../../support/analysis-samples.ts'
import { formsOpenedWithoutBrowser } from '../../support/form-names.ts'
import { stubOpeningHours } from '../../support/opening-hours-app.ts'
import { stubRefundForm } from '../../support/refund-app.ts'
import { stubCustomerRecord, customerApiPath, openCustomerRecord } from '../../support/record-app.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'
import { sampleAccountSettings as settings, stubAccountWithoutFactors } from '../../support/settings-app.ts'

// There is only one language, so the select could not change; a second one makes the test independent of that.
vi.mock(import('#contract/product'), async (original) => ({
  ...(await original()),
  supportedLanguages: ['es', 'gl'] as never,
}))

interface FormAtWork {
  readonly open: () => Promise<HTMLElement>
  readonly typed: string
  /** Whether the input is restored; false for single choices, which are quickly made again. */
  readonly keeps: boolean
}

const atPanel = (changes: Partial<AccountSettings>) => {
  signInAsRole('cliente')
  fakeApi.answer('GET /account/settings', { ...settings, ...changes })
  openProductPath('/client?tab=settings')
}

const asking = {
  'birth-date': {
    open: () => {
      atPanel({ birthDate: null })
      return screen.findByLabelText('Fecha de nacimiento')
    },
    typed: '1990-05-04',
    keeps: true,
  },
  guardian: {
    open: () => {
      atPanel({ birthDate: '2009-06-01', guardian: { state: 'needed', email: null } })
      return screen.findByLabelText('Nombre y apellidos de tu madre, padre o tutor')
    },
    typed: 'Carmen Gil',
    keeps: true,
  },
  'check-in': {
    open: async () => {
      atPanel({})
      fireEvent.click(await screen.findByRole('button', { name: 'Contarlo' }))
      return screen.findByLabelText('Algo que quieras contar (opcional)')
    },
    typed: 'Peor tras cenar tarde',
    keeps: true,
  },
  message: {
    open: () => {
      signInAsRole('cliente')
      fakeApi.answer('GET /account/settings', settings)
      openProductPath('/client/mensajes')
      return screen.findByLabelText('Tu mensaje')
    },
    typed: '¿Puedo tomarlo con café?',
    keeps: true,
  },
  'reply-template': {
    open: async () => {
      stubCustomerRecord()
      openProductPath('/client/cus_aaaaaaaa/mensajes')
      fireEvent.click(await screen.findByRole('button', { name: 'Plantillas' }))
      fireEvent.click(await screen.findByRole('button', { name: 'Nueva plantilla' }))
      return screen.findByLabelText('Respuesta')
    },
    typed: 'Mejor una hora después.',
    keeps: true,
  },
  analysis: {
    open: async () => {
      await openAnalysisForm()
      return screen.findByLabelText('Qué significa')
    },
    typed: 'Encaja con lo que cuentas',
    keeps: true,
  },
  'care-pathway': {
    open: async () => {
      stubCustomerRecord()
      openCustomerRecord()
      fireEvent.click(await screen.findByRole('button', { name: 'Corregir el paso' }))
      return screen.findByLabelText('Explicación (opcional)')
    },
    typed: 'La llevó en mano',
    keeps: false,
  },
  'confirm-request': {
    open: async () => {
      stubAdminAgenda({ coming: [createAdminConsultation({ toConfirm: true, priceCents: null })] })
      const person = openProductPath('/admin')
      await person.click(await screen.findByRole('button', { name: /^Confirmar ?la hora/ }))
      return screen.findByLabelText('Precio en euros')
    },
    typed: '60,50',
    keeps: false,
  },
  'consultation-status': {
    open: async () => {
      stubAdminAgenda({ coming: [createAdminConsultation()] })
      const person = openProductPath('/admin')
      await person.click(await screen.findByRole('button', { name: /^Acciones de la consulta/ }))
      await person.click(await screen.findByRole('menuitem', { name: 'Estado' }))
      return within(screen.getByRole('dialog', { name: 'Estado de la consulta' })).getByRole('combobox')
    },
    typed: 'in_progress',
    keeps: false,
  },
  'consent-withdrawal': {
    open: async () => {
      stubCustomerRecord()
      const person = openCustomerRecord()
      await person.click(await screen.findByRole('button', { name: 'Registrar retirada del consentimiento' }))
      return screen.getByLabelText('Quién lo ha pedido y cómo')
    },
    typed: 'client-written',
    keeps: false,
  },
  'legal-basis': {
    open: async () => {
      stubCustomerRecord()
      const state = { state: 'none', givenAt: null, textVersion: null, byGuardian: false, withdrawnAt: null } as const
      const noBasis = { ...state, erasing: false, basis: null, mayEnter: false }
      fakeApi.answer(`GET ${customerApiPath}/health-consent`, noBasis)
      const person = openCustomerRecord()
      await person.click(await screen.findByRole('button', { name: 'Indicar otra base legal' }))
      return screen.getByLabelText('Base legal')
    },
    typed: 'written-consent',
    keeps: false,
  },
  'opening-hours': {
    open: () => {
      stubOpeningHours()
      openProductPath('/admin/horario')
      return screen.findByLabelText('Lunes, tramo 1: abre')
    },
    typed: '10:00',
    keeps: true,
  },
  refund: {
    open: async () => {
      stubRefundForm()
      const person = openCustomerRecord('payments')
      await person.click(await screen.findByRole('button', { name: /^Devolver el pago/ }))
      return screen.getByLabelText('Motivo')
    },
    typed: 'Se cortó la llamada',
    keeps: true,
  },
  suppression: {
    open: async () => {
      stubAdminAgenda()
      const alert = {
        id: 'aud_00000001',
        finding: `fnd_${'0'.repeat(32)}`,
        type: 'failed_login',
        message: 'Inicio de sesión fallido',
        severity: 'medium',
        timestamp: new Date().toISOString(),
        details: { action: 'LOGIN_FAILED', person: null, by: null, count: 1 },
        ip_address: null,
        user_agent: null,
      } as const
      fakeApi.answer('GET /security/alerts', {
        alerts: [alert],
        accounts: [],
        suppressed: { count: 0, firstUntil: null, items: [] },
        checkedAt: new Date().toISOString(),
      })
      const person = openProductPath('/admin?tab=security')
      await person.click(await screen.findByRole('button', { name: /^Suprimir ?:/ }))
      return screen.getByLabelText('Motivo')
    },
    typed: 'mistake',
    keeps: false,
  },
  ...budgetFormsAtWork,
  protocol: {
    open: async () => {
      stubCustomerRecord()
      fakeApi.answer(`GET ${customerApiPath}/supplements`, { items: [sampleClientSupplement], next: null })
      openProductPath('/client/cus_aaaaaaaa/pauta')
      return screen.findByLabelText(`${sampleClientSupplement.name}, Tarde`)
    },
    typed: '30',
    keeps: true,
  },
  'protocol-template': {
    open: async () => {
      stubCustomerRecord()
      fakeApi.answer(`GET ${customerApiPath}/supplements`, { items: [sampleClientSupplement], next: null })
      const person = openProductPath('/client/cus_aaaaaaaa/pauta')
      await person.click(await screen.findByRole('button', { name: 'Guardar como plantilla' }))
      return screen.getByLabelText('Nombre de la plantilla')
    },
    typed: 'Disbiosis, fase 1',
    keeps: true,
  },
  'penetration-test': {
    open: async () => {
      stubAdminAgenda()
      const item = {
        id: 'penetration-test',
        title: 'Prueba de intrusión externa',
        description: 'Alguien de fuera intenta entrar.',
        status: 'pending',
        priority: 'high',
        category: 'governance',
        reading: 'Todavía nada',
        facts: [],
        readAt: new Date().toISOString(),
        evidence: null,
      } as const
      fakeApi.answer('GET /security/improvements', { items: [item], completed: 0, total: 1, percent: 0 })
      const person = openProductPath('/admin?tab=security')
      await person.click(await screen.findByRole('button', { name: 'Registrar informe' }))
      return screen.getByLabelText('Empresa')
    },
    typed: 'Auditores de Seguridad',
    keeps: true,
  },
  'opening-question': {
    open: async () => {
      const opening = {
        auditId: 'aud_aaaaaaaa',
        at: '2026-11-21T09:00:00.000Z',
        name: 'Elena Prado',
        role: 'administrador',
        part: 'profile',
        question: null,
      } as const
      fakeApi.answer('GET /privacy/openings', { items: [opening], next: null })
      atPanel({})
      fireEvent.click(await screen.findByRole('button', { name: /^Preguntar por lo que abrió Elena Prado/ }))
      return screen.getByLabelText('Qué quieres preguntar')
    },
    typed: 'who',
    keeps: false,
  },
  'security-timeout': {
    open: async () => {
      stubAdminAgenda()
      stubSecuritySettings()
      openProductPath('/admin?tab=security')
      return screen.findByRole('spinbutton')
    },
    typed: '12',
    keeps: false,
  },
  language: {
    open: async () => {
      atPanel({})
      fireEvent.click(await screen.findByRole('button', { name: 'Cambiar idioma' }))
      const [, other] = within(screen.getByRole('dialog', { name: 'Idioma' })).getAllByRole('radio')
      if (!other) throw new Error('no other language')
      return other
    },
    typed: 'on',
    keeps: false,
  },
} satisfies Readonly<Record<string, FormAtWork>>

const visitors = {
  'guardian-consent': {
    open: () => {
      const request = { minorName: 'Lucía Ferrer', guardianName: 'Carmen Gil', requestedAt: '2026-11-21T09:00:00Z' }
      fakeApi.answer('POST /account/guardian-consent/request', request)
      openProductPath(`/autorizacion#token=${'A'.repeat(43)}`)
      return screen.findByLabelText('Tu nombre y apellidos')
    },
    typed: 'Carmen Gil Soto',
    keeps: true,
  },
  'complete-registration': {
    open: () => {
      signInAsRole('cliente', createGoogleSessionFields())
      fakeApi.refuse('GET /account/session', 'profile-missing')
      fakeApi.answer('GET /account/registration', {
        origin: 'google',
        registered: false,
        email: 'lucia@example.com',
        emailVerified: true,
        firstName: 'Lucía',
        lastName: 'Ferrer',
      })
      openProductPath('/register?oauth=google')
      return screen.findByLabelText('Fecha de nacimiento')
    },
    typed: '1990-05-04',
    keeps: true,
  },
  payment: {
    open: () => {
      signInAsRole('cliente')
      openProductPath('/comprar')
      return screen.findByLabelText('Código de descuento (opcional)')
    },
    typed: 'HOLA10',
    keeps: true,
  },
} satisfies Readonly<Record<string, FormAtWork>>

beforeEach(stubAccountWithoutFactors)

test('every form that the journey leaves to this test is in it', () => {
  expect(Object.keys({ ...asking, ...visitors }).toSorted()).toEqual([...formsOpenedWithoutBrowser])
})

const type = (field: HTMLElement, value: string) =>
  field.matches('[type=radio]') ? fireEvent.click(field) : fireEvent.change(field, { target: { value } })

const stands = (field: HTMLElement) =>
  field.matches('[type=radio]:not(:checked)') ? '' : (field as HTMLInputElement).value

function browserAsks(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

const keptNames = () => [window.localStorage, window.sessionStorage].flatMap((storage) => Object.keys(storage))
const isKept = (name: string) => expect(keptNames().some((key) => key.split(':').includes(name))).toBe(true)

test.each(Object.entries<FormAtWork>(asking))(
  '%s asks before a reload and a link, and stays',
  async (_name, { open, typed }) => {
    const field = await open()
    expect(browserAsks()).toBe(false)

    type(field, typed)

    await waitFor(() => expect(browserAsks()).toBe(true))
    const [link] = document.querySelectorAll('.tab-links a:not([aria-current]), .back-link')
    if (!link) throw new Error('no other tab')
    fireEvent.click(link)
    const question = within(await screen.findByRole('dialog', { name: 'Tienes cambios sin guardar' }))
    fireEvent.click(question.getByRole('button', { name: 'Seguir editando' }))
    expect(stands(field)).toBe(typed)
  },
)

const kept = Object.entries<FormAtWork>({ ...asking, ...visitors }).filter(([, { keeps }]) => keeps)

test.each(kept)('%s is there again after a reload', async (name, { open, typed }) => {
  type(await open(), typed)
  await waitFor(() => isKept(name))

  cleanup()

  const again = await open()
  await waitFor(() => expect(again).toHaveProperty('value', typed))
})

test.each(Object.entries<FormAtWork>(visitors))('%s asks nobody', async (name, { open, typed }) => {
  type(await open(), typed)

  await waitFor(() => isKept(name))
  expect(browserAsks()).toBe(false)
})
