import { fireEvent, screen } from '@testing-library/preact'
import { apiContract } from '#contract/api'
import { createAdminConsultation, stubAdminAgenda } from './admin-app.ts'
import { amplifyAuthMocks, openProductPath, signInAsRole } from './browser-app.tsx'
import { fakeApi } from './fake-api.ts'
import { createOwnConsultation, paidCancellationOptions, stubOwnConsultations } from './own-consultations.ts'
import { fillIn, press, tickEarlyStart, type SendableForm } from './sendable-form.ts'
import { formsOutsidePractice } from './forms-of-clients.ts'
import { storeHeldSlot } from './slot-weeks.ts'

const consultation = createOwnConsultation()

const ada = {
  customerId: 'cus_aaaaaaaa',
  name: 'Ada',
  email: 'ada@example.com',
  phone: null,
  createdAt: '2026-10-02T09:00:00Z',
}

export const formsSentElsewhere = {
  'edited customer': {
    form: 'customer',
    endpoint: apiContract.customers.edit,
    params: { customerId: ada.customerId },
    open: async () => {
      stubAdminAgenda()
      fakeApi.answer('GET /customers', { items: [ada], next: null, total: 1, matching: 1 })
      fakeApi.answer('GET /customers/cus_aaaaaaaa', { ...ada, address: null, notes: null, version: 1 })
      openProductPath('/admin')
      await press(/^Acciones de Ada/)
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
      await fillIn('customer', { notes: 'Come deprisa' })
    },
  },
  'message of the practice': {
    form: 'message',
    endpoint: apiContract.messages.sendToCustomer,
    params: { customerId: ada.customerId },
    open: async () => {
      signInAsRole('administrador')
      fakeApi.answer('GET /customers/cus_aaaaaaaa', { ...ada, address: null, notes: null, version: 1 })
      openProductPath('/client/cus_aaaaaaaa/mensajes')
      await fillIn('message', { text: 'Mejor una hora después.' })
    },
    above: ['requestId', 'seenUntil'],
  },
  'edited consultation': {
    form: 'consultation',
    endpoint: apiContract.consultations.edit,
    params: { customerId: 'cus_aaaaaaaa', consultationId: 'con_aaaaaaaa' },
    open: async () => {
      stubAdminAgenda({ coming: [createAdminConsultation()] })
      openProductPath('/admin')
      await press(/^Acciones de la consulta/)
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
      await fillIn('consultation', { time: '10:30' })
    },
  },
  'moved consultation': {
    form: 'request',
    endpoint: apiContract.ownConsultations.move,
    params: { consultationId: consultation.consultationId },
    open: async () => {
      signInAsRole('cliente')
      const { customerId, name, email } = ada
      fakeApi.answer('GET /customers/current', { customerId, name, email })
      fakeApi.answer('GET /consultations/mine', { items: [consultation], next: null })
      fakeApi.answer('GET /consultations/mine/counts', { total: 1, completed: 0, upcoming: 1 })
      openProductPath('/client?tab=consultations')
      await press(/^Cambiar/)
      await fillIn('request', { time: '10:30', message: 'Me sienta mal la leche' })
    },
  },
  'request of what is paid': {
    form: 'request',
    endpoint: apiContract.ownConsultations.request,
    open: async () => {
      stubOwnConsultations([])
      fakeApi.answer('GET /consultations/mine/next', {
        consultation: null,
        toSchedule: { concept: 'Primera consulta', paidAt: '2026-11-20T10:00:00.000Z' },
        freeRequests: false,
      })
      openProductPath('/client?tab=consultations')
      await press('Pedir consulta')
      await fillIn('request', { day: '2026-12-01', time: '10:30', message: 'Me sienta mal la leche' })
    },
    ready: () => tickEarlyStart('request'),
  },
  'moved paid consultation': {
    form: 'request',
    endpoint: apiContract.ownConsultations.move,
    params: { consultationId: consultation.consultationId },
    open: async () => {
      stubOwnConsultations([{ ...consultation, isPaid: true }])
      fakeApi.answer('GET /consultations/mine/con_aaaaaaaa/options', paidCancellationOptions)
      openProductPath('/client?tab=consultations')
      await press(/^Cambiar/)
      await fillIn('request', { time: '10:30', message: 'Me sienta mal la leche' })
    },
    ready: () => tickEarlyStart('request'),
  },
  'code of a purchase': {
    form: 'purchase',
    endpoint: apiContract.purchases.quote,
    open: async () => {
      await formsOutsidePractice.purchase.open()
      await fillIn('purchase', { discountCode: 'HOLA10' })
    },
  },
  'payment of a new account': {
    form: 'payment',
    endpoint: apiContract.purchases.checkoutNewAccount,
    open: async () => {
      const account = { token: 'A'.repeat(43), verified: false }
      fakeApi.answer('POST /account/sign-up', account)
      fakeApi.refuse('POST /payments/checkout/new-account', 'discount-invalid')
      storeHeldSlot()
      await formsOutsidePractice.purchase.open()
      await tickEarlyStart('purchase')
      await press('Crear cuenta y continuar al pago')
      await fillIn('payment', { code: 'HOLA10' })
    },
    ready: () => tickEarlyStart('payment'),
  },
  'recovery code at the sign-in': {
    form: 'second-factor',
    endpoint: apiContract.mfa.recover,
    open: async () => {
      const nextStep = { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' }
      amplifyAuthMocks.signIn.mockResolvedValue({ nextStep })
      openProductPath('/auth')
      await fillIn('sign-in', { email: 'lucia@example.com', password: 'Secreta-2026' })
      fireEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
      await press('Usar un código de recuperación')
      await fillIn('second-factor', { code: 'ABCD-EFGH' })
    },
  },
} satisfies Readonly<Record<string, SendableForm & { readonly form: string }>>
