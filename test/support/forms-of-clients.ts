import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { apiContract } from '#contract/api'
import { checkInItems } from '#contract/check-in'
import { BUDGET_ID } from './budgets.ts'
import { createGoogleSessionFields, openProductPath, signInAsRole } from './browser-app.tsx'
import { fakeApi } from './fake-api.ts'
import { createOwnBudget } from './own-budgets.ts'
import { fillIn, formNamed, openOwnSettings, press, tickEarlyStart, type SendableForm } from './sendable-form.ts'
import { storeHeldSlot } from './slot-weeks.ts'
import { sampleAccountSettings } from './settings-app.ts'

const password = 'Secreta-2026'

const openMfaSetup = async () => {
  signInAsRole('cliente')
  fakeApi.answer('POST /mfa/enrolment/key', { until: '2026-11-21T10:05:00Z', key: 'once' })
  fakeApi.answer('POST /mfa/enrolment', {
    id: 'mfa_aaaaaaaa',
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/H:lucia@example.com?secret=JBSWY3DPEHPK3PXP',
    friendlyName: 'Hábitat Interior',
  })
  openProductPath('/register?step=mfa-setup')
}

function openOwnBudget(): void {
  signInAsRole('cliente')
  fakeApi.answer('GET /budgets', { items: [createOwnBudget()] })
  openProductPath('/client/presupuestos')
}

const formsOfClients = {
  questionnaire: {
    endpoint: apiContract.questionnaire.save,
    open: async () => {
      signInAsRole('cliente')
      fakeApi.answer('GET /customers/current', {
        customerId: 'cus_aaaaaaaa',
        name: 'Lucía',
        email: 'lucia@example.com',
      })
      fakeApi.answer('GET /account/settings', { ...sampleAccountSettings, birthDate: null })
      fakeApi.answer('GET /questionnaire', { current: null, draft: null })
      fakeApi.answer('GET /questionnaire/versions', { items: [], next: null })
      openProductPath('/client')
      await screen.findByRole('form', { name: 'Cuestionario de salud' })
    },
    above: ['dateOfBirth', 'version', 'draftAt'],
  },
  'check-in': {
    endpoint: apiContract.questionnaire.saveCheckIn,
    open: async () => {
      openOwnSettings()
      await press('Contarlo')
      const form = await formNamed('check-in')
      for (const item of checkInItems) {
        const [step] = form.querySelectorAll(`[name=${item}]`)
        if (step) fireEvent.click(step)
      }
    },
    above: ['week', 'at'],
  },
  message: {
    endpoint: apiContract.messages.sendMine,
    open: async () => {
      signInAsRole('cliente')
      fakeApi.answer('GET /account/settings', sampleAccountSettings)
      openProductPath('/client/mensajes')
      await fillIn('message', { text: '¿Puedo tomarlo con café?' })
    },
    above: ['requestId', 'seenUntil'],
  },
  'accept-budget': {
    endpoint: apiContract.budgets.acceptBudget,
    params: { budgetId: BUDGET_ID },
    open: async () => {
      openOwnBudget()
      fireEvent.click(await screen.findByRole('radio', { name: /Completo/ }))
      const form = await formNamed('accept-budget')
      await fillIn('accept-budget', { taxId: '12345678Z', address: 'Calle de Ejemplo, 12, 28010 Madrid' })
      const [once] = form.querySelectorAll('[name=inParts]')
      if (once) fireEvent.click(once)
    },
    above: ['version', 'optionId', 'consents', 'noShowRule'],
  },
  'budget-question': {
    endpoint: apiContract.budgets.askAboutBudget,
    params: { budgetId: BUDGET_ID },
    open: async () => {
      openOwnBudget()
      await press('Preguntar')
      await fillIn('budget-question', { text: '¿Es en ayunas?' })
    },
  },
  'decline-budget': {
    endpoint: apiContract.budgets.declineBudget,
    params: { budgetId: BUDGET_ID },
    open: async () => {
      openOwnBudget()
      await press('No elegir ninguna')
      const [reason] = (await formNamed('decline-budget')).querySelectorAll('[name=reason]')
      if (reason) fireEvent.click(reason)
    },
    above: ['version'],
  },
  'account-data': {
    endpoint: apiContract.accountSettings.changeSettings,
    open: async () => {
      openOwnSettings()
      await press('Corregir mi nombre')
      await fillIn('account-data', { lastName: 'Ferrer Santos' })
    },
    above: ['notifications', 'language', 'version'],
  },
  language: {
    endpoint: apiContract.accountSettings.changeSettings,
    open: async () => {
      openOwnSettings()
      await press('Cambiar idioma')
    },
    above: ['firstName', 'lastName', 'notifications', 'version'],
  },
  'birth-date': {
    endpoint: apiContract.accountSettings.giveBirthDate,
    open: async () => {
      openOwnSettings({ birthDate: null })
      await fillIn('birth-date', { birthDate: '1990-05-04' })
    },
  },
  guardian: {
    endpoint: apiContract.accountSettings.askGuardian,
    open: async () => {
      openOwnSettings({ birthDate: '2009-06-01', guardian: { state: 'needed', email: null } })
      await fillIn('guardian', { name: 'Carmen Gil', email: 'carmen@example.com' })
    },
  },
  'opening-question': {
    endpoint: apiContract.privacy.askAboutOpening,
    params: { auditId: 'aud_aaaaaaaa' },
    open: async () => {
      const opening = {
        auditId: 'aud_aaaaaaaa',
        at: '2026-11-21T09:00:00.000Z',
        name: 'Elena Prado',
        role: 'administrador',
        part: 'profile',
        question: null,
      } as const
      fakeApi.answer('GET /privacy/openings', { items: [opening, { ...opening, auditId: 'aud_bbbbbbbb' }], next: null })
      openOwnSettings()
      await press(/^Preguntar por lo que abrió Elena Prado/)
      await fillIn('opening-question', { reason: 'who' })
    },
  },
  'delete-account': {
    endpoint: apiContract.privacy.requestDeletion,
    open: async () => {
      fakeApi.answer('GET /privacy/exports/latest', { state: 'none', requestedAt: null, progress: 0, download: null })
      openOwnSettings()
      await press('Eliminar cuenta')
      await fillIn('delete-account', { understood: true, final: true, word: 'ELIMINAR' })
    },
  },
  'enrolment-start': {
    endpoint: apiContract.mfa.allowEnrolment,
    open: async () => {
      await openMfaSetup()
      fakeApi.refuse('POST /mfa/enrolment/key', 'password-required')
      await press('Configurar TOTP')
      await fillIn('enrolment-start', { password })
    },
  },
  'enrolment-code': {
    endpoint: apiContract.mfa.confirm,
    open: async () => {
      await openMfaSetup()
      await press('Configurar TOTP')
      await fillIn('enrolment-code', { code: '123456' })
    },
  },
  'new-password': {
    endpoint: apiContract.account.changePassword,
    open: async () => {
      signInAsRole('cliente')
      openProductPath('/reset-password')
      await fillIn('new-password', { current: 'Antigua-2026', password })
      fireEvent.change(screen.getByLabelText('Confirmar contraseña'), { target: { value: password } })
    },
  },
  request: {
    endpoint: apiContract.ownConsultations.request,
    open: async () => {
      signInAsRole('cliente')
      fakeApi.answer('GET /customers/current', {
        customerId: 'cus_aaaaaaaa',
        name: 'Lucía',
        email: 'lucia@example.com',
      })
      fakeApi.answer('GET /consultations/mine', { items: [], next: null })
      fakeApi.answer('GET /consultations/mine/counts', { total: 0, completed: 0, upcoming: 0 })
      fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: true })
      fakeApi.answer('GET /slots', {
        durationMinutes: 60,
        bookable: { from: '2026-11-22', to: '2027-01-20' },
        days: [{ day: '2026-12-10', state: 'full', slots: [] }],
      })
      openProductPath('/client?tab=consultations')
      await press('Pedir consulta')
      await fillIn('request', { day: '2026-12-10', time: '10:30', message: 'Me sienta mal la leche' })
    },
    // Nothing is paid, so no consent is needed.
    above: ['consents'],
  },
  payment: {
    endpoint: apiContract.purchases.checkout,
    open: async () => {
      signInAsRole('cliente')
      storeHeldSlot()
      openProductPath('/comprar')
      await fillIn('payment', { code: 'HOLA10', consents: true })
    },
    ready: () => tickEarlyStart('payment'),
    above: ['product', 'hold', 'noShowRule', 'timeZone'],
  },
} satisfies Readonly<Record<string, SendableForm>>

const formsOfVisitors = {
  'second-factor': {
    endpoint: apiContract.mfa.prove,
    open: async () => {
      signInAsRole('cliente', createGoogleSessionFields({ mfaEnabled: true }))
      openProductPath('/auth')
      await formNamed('second-factor')
      // Until the account is known, the page may redirect to a panel and back.
      await waitFor(() => {
        if (window.location.pathname !== '/auth') throw new Error('away from /auth')
      })
      await fillIn('second-factor', { code: '123456' })
    },
  },
  'guardian-consent': {
    endpoint: apiContract.accountSettings.giveGuardianConsent,
    open: async () => {
      const request = { minorName: 'Lucía Ferrer', guardianName: 'Carmen Gil', requestedAt: '2026-11-21T09:00:00Z' }
      fakeApi.answer('POST /account/guardian-consent/request', request)
      openProductPath(`/autorizacion#token=${'A'.repeat(43)}`)
      await fillIn('guardian-consent', { name: 'Carmen Gil Soto', accepted: true })
    },
    above: ['token', 'textVersion'],
  },
  'complete-registration': {
    endpoint: apiContract.account.completeRegistration,
    open: async () => {
      signInAsRole('cliente', createGoogleSessionFields())
      fakeApi.refuse('GET /account/session', 'profile-missing')
      const person = { email: 'lucia@example.com', emailVerified: true, firstName: 'Lucía', lastName: 'Ferrer' }
      fakeApi.answer('GET /account/registration', { origin: 'google', registered: false, ...person })
      openProductPath('/register?oauth=google')
      await fillIn('complete-registration', { fecha_de_nacimiento: '1990-05-04', acceptedTerms: true })
    },
  },
  registration: {
    endpoint: apiContract.account.signUp,
    open: async () => {
      openProductPath('/register')
      await fillIn('registration', {
        nombre: 'Lucía',
        apellidos: 'Ferrer Soto',
        fecha_de_nacimiento: '1990-05-17',
        email: 'lucia@example.com',
        password,
        confirmPassword: password,
        acceptedTerms: true,
      })
    },
    above: ['flow'],
  },
  purchase: {
    endpoint: apiContract.account.signUp,
    open: async () => {
      openProductPath('/comprar')
      const email = 'lucia@example.com'
      const name = { firstName: 'Lucía', lastName: 'Ferrer Soto' }
      await fillIn('purchase', { ...name, email, confirmEmail: email, password, terms: true })
    },
    above: ['flow', 'birthDate', 'marketingOptIn'],
  },
  'prove-address': {
    endpoint: apiContract.account.verifyAddress,
    open: async () => {
      fakeApi.answer('POST /account/verify-address', { state: 'password-needed' })
      const proof = 'proof-in-the-mail-000000000000000000000000x'
      openProductPath(`/auth/callback#email=lucia%40example.com&proof=${proof}&code=123456`)
      await fillIn('prove-address', { password })
    },
    above: ['email', 'proof', 'token'],
  },
  withdrawal: {
    endpoint: apiContract.withdrawals.request,
    open: async () => {
      openProductPath('/desistimiento')
      await fillIn('withdrawal', { name: 'Marta Ruiz', email: 'marta@correo.test' })
    },
    confirm: 'Confirmar desistimiento',
    above: ['withdrawalId'],
  },
} satisfies Readonly<Record<string, SendableForm>>

export const formsOutsidePractice = { ...formsOfClients, ...formsOfVisitors }
