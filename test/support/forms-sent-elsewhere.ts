import { fireEvent, screen } from '@testing-library/react'
import { apiContract } from '#contract/api'
import { createAdminConsultation, stubAdminAgenda } from './admin-app.ts'
import { amplifyAuthMocks, openProductPath, signInAsRole } from './browser-app.tsx'
import { fakeApi } from './fake-api.ts'
import { createOwnConsultation } from './own-consultations.ts'
import { fillIn, press, type SendableForm } from './sendable-form.ts'
import { formsOutsidePractice } from './forms-of-clients.ts'

const consultation = createOwnConsultation()

const ada = {
  customerId: 'cus_aaaaaaaa',
  name: 'Ada',
  email: 'ada@example.com',
  phone: null,
  createdAt: '2026-10-02T09:00:00Z',
}

/** Forms of forms-of-*.ts where they send to another endpoint than there. */
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
  'edited consultation': {
    form: 'consultation',
    endpoint: apiContract.consultations.edit,
    params: { customerId: 'cus_aaaaaaaa', consultationId: 'con_aaaaaaaa' },
    open: async () => {
      stubAdminAgenda({ coming: [createAdminConsultation()] })
      openProductPath('/admin')
      await press(/^Editar/)
      await fillIn('consultation', { time: '10:30' })
    },
  },
  'moved consultation': {
    form: 'request',
    endpoint: apiContract.consultations.move,
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
  'code of a purchase': {
    form: 'purchase',
    endpoint: apiContract.payments.quote,
    open: async () => {
      await formsOutsidePractice.purchase.open()
      await fillIn('purchase', { discountCode: 'HOLA10' })
    },
  },
  'payment of a new account': {
    form: 'payment',
    endpoint: apiContract.payments.checkoutNewAccount,
    open: async () => {
      const account = { token: 'A'.repeat(43), verified: false }
      fakeApi.answer('POST /account/sign-up', account)
      fakeApi.refuse('POST /payments/checkout/new-account', 'discount-invalid')
      await formsOutsidePractice.purchase.open()
      await press('Crear cuenta y continuar al pago')
      await fillIn('payment', { code: 'HOLA10' })
    },
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
