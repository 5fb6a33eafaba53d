import { fireEvent, screen } from '@testing-library/preact'
import { apiContract } from '#contract/api'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createAdminConsultation, stubAdminAgenda, stubSecuritySettings } from './admin-app.ts'
import { openProductPath } from './browser-app.tsx'
import { BUDGET_ID } from './budgets.ts'
import {
  createCustomerBudget,
  createPublishedBudget,
  sampleBudgetQuestion,
  sampleBudgetTemplate,
  stubCustomerBudgets,
} from './customer-budgets.ts'
import { fakeApi } from './fake-api.ts'
import { stubOpeningHours } from './opening-hours-app.ts'
import {
  customerApiPath,
  openCustomerRecord,
  openSessionNotes,
  stubCustomerRecord,
  stubSessionNotes,
} from './record-app.ts'
import { fillInAnalysis, openAnalysisReadBack } from './analysis-samples.ts'
import { fillIn, formNamed, press, type SendableForm } from './sendable-form.ts'
import { sampleCustomerPayment, stubRefundForm } from './refund-app.ts'
import { sampleClientSupplement } from './supplement-samples.ts'

const ofCustomer = { customerId: 'cus_aaaaaaaa' }

async function chooseClient() {
  await fillIn('consultation', { customerId: 'luc' })
  fireEvent.click(await screen.findByRole('option', { name: /Lucía Ferrer Gil/ }))
}

async function openSecurity() {
  stubAdminAgenda()
  openProductPath('/admin?tab=security')
}

async function openUserInvitation() {
  stubAdminAgenda()
  fakeApi.answer('GET /users', { items: [], next: null, matching: 0 })
  openProductPath('/admin?tab=users')
  await press('Crear usuario')
  await fillIn('invitation', { email: 'noa@correo.test' })
}

const now = new Date().toISOString()

export const formsOfPractice = {
  customer: {
    endpoint: apiContract.customers.create,
    open: async () => {
      stubAdminAgenda()
      openProductPath('/admin')
      await press('Nuevo Cliente')
      await fillIn('customer', { name: 'Ada', email: 'ada@example.com', notes: 'Come deprisa', basis: 'health-care' })
    },
    above: ['requestId'],
  },
  consultation: {
    endpoint: apiContract.consultations.book,
    open: async () => {
      stubAdminAgenda()
      openProductPath('/admin')
      await press('Programar consulta')
      await fillIn('consultation', { day: '2026-12-10', time: '10:30' })
    },
    ready: chooseClient,
    above: ['budgetId', 'orderId', 'override', 'requestId'],
  },
  'care-pathway': {
    endpoint: apiContract.customers.correctPathway,
    params: ofCustomer,
    open: async () => {
      stubCustomerRecord()
      openCustomerRecord()
      await press('Corregir el paso')
      await fillIn('care-pathway', { state: 'at-laboratory', reason: 'other', note: 'La llevó en mano' })
    },
    above: ['version'],
  },
  'session-notes': {
    endpoint: apiContract.consultations.saveNotes,
    params: { ...ofCustomer, consultationId: 'con_aaaaaaaa' },
    open: async () => {
      stubSessionNotes()
      openSessionNotes()
      await fillIn('session-notes', { visitReason: 'Gases', assessment: 'Mejora', plan: 'Sigue', summary: 'Sigue así' })
    },
    above: ['version'],
  },
  'confirm-request': {
    endpoint: apiContract.consultations.edit,
    params: { ...ofCustomer, consultationId: 'con_aaaaaaaa' },
    open: async () => {
      stubAdminAgenda({ coming: [createAdminConsultation({ toConfirm: true, priceCents: null })] })
      openProductPath('/admin')
      await press(/^Confirmar ?la hora/)
      await fillIn('confirm-request', { priceCents: '60,50' })
    },
    above: ['startsAt', 'durationMinutes', 'type', 'roomUrl', 'notes', 'override', 'version'],
  },
  'consultation-status': {
    endpoint: apiContract.consultations.setStatus,
    params: { ...ofCustomer, consultationId: 'con_aaaaaaaa' },
    open: async () => {
      stubAdminAgenda({ coming: [createAdminConsultation({ startsAt: '2026-11-21T08:00:00.000Z' })] })
      openProductPath('/admin')
      await press(/^Acciones de la consulta/)
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Estado' }))
      await fillIn('consultation-status', { status: 'completed', heldMinutes: '10' })
    },
    // Set only by the notice that undoes an outcome.
    above: ['version', 'undoes'],
  },
  invitation: { endpoint: apiContract.users.invite, open: openUserInvitation, above: ['handOver'] },
  'proof-code': {
    endpoint: apiContract.mfa.prove,
    open: async () => {
      await openUserInvitation()
      fakeApi.refuse('POST /users', 'proof-required')
      await press('Enviar invitación')
      await fillIn('proof-code', { code: '123456' })
    },
    above: ['recoveryCode'],
  },
  supplement: {
    endpoint: apiContract.supplements.add,
    params: ofCustomer,
    open: async () => {
      stubCustomerRecord()
      openCustomerRecord('supplements')
      await press('Añadir suplemento')
      await fillIn('supplement', { name: 'Magnesio', amount: '200' })
      fireEvent.click(await screen.findByRole('checkbox', { name: 'Noche' }))
    },
    above: ['requestId'],
  },
  protocol: {
    endpoint: apiContract.supplements.publish,
    params: ofCustomer,
    open: async () => {
      stubCustomerRecord()
      fakeApi.answer(`GET ${customerApiPath}/supplements`, { items: [sampleClientSupplement], next: null })
      openProductPath('/client/cus_aaaaaaaa/pauta')
      fireEvent.click(await screen.findByRole('button', { name: `Más de ${sampleClientSupplement.name}` }))
      await press(`Terminar ${sampleClientSupplement.name} hoy`)
    },
    confirm: 'Publicar',
    // A line of the grid covers several fields.
    above: ['requestId', 'seen', 'prescribe', 'change', 'finish'],
  },
  'protocol-template': {
    endpoint: apiContract.supplements.saveProtocolTemplate,
    open: async () => {
      stubCustomerRecord()
      fakeApi.answer(`GET ${customerApiPath}/supplements`, { items: [sampleClientSupplement], next: null })
      openProductPath('/client/cus_aaaaaaaa/pauta')
      await press('Guardar como plantilla')
      await fillIn('protocol-template', { name: 'Disbiosis, fase 1' })
    },
    above: ['requestId', 'lines'],
  },
  'reply-template': {
    endpoint: apiContract.messages.saveTemplate,
    open: async () => {
      stubCustomerRecord()
      openProductPath('/client/cus_aaaaaaaa/mensajes')
      await press('Plantillas')
      await press('Nueva plantilla')
      await fillIn('reply-template', { name: 'Café', text: 'Mejor una hora después.' })
    },
    above: ['requestId'],
  },
  budget: {
    endpoint: apiContract.customerBudgets.saveBudget,
    params: { ...ofCustomer, budgetId: BUDGET_ID },
    open: async () => {
      stubCustomerBudgets([createCustomerBudget()])
      openProductPath(`/client/cus_aaaaaaaa/presupuestos?editar=${BUDGET_ID}`)
      await fillIn('budget', { 'options.0.title': 'Básico' })
    },
    // An option's content is one field of the request.
    above: ['content', 'revision'],
  },
  'budget-answer': {
    endpoint: apiContract.customerBudgets.answerBudgetQuestion,
    params: { ...ofCustomer, budgetId: BUDGET_ID },
    open: async () => {
      stubCustomerBudgets([createPublishedBudget({ question: sampleBudgetQuestion })])
      openProductPath('/client/cus_aaaaaaaa/presupuestos')
      await fillIn('budget-answer', { answer: 'Sí, está incluida' })
    },
    above: ['askedAt'],
  },
  'budget-template': {
    endpoint: apiContract.customerBudgets.saveBudgetTemplate,
    params: { budgetTemplateId: sampleBudgetTemplate.budgetTemplateId },
    open: async () => {
      stubCustomerBudgets()
      openProductPath(`/client/cus_aaaaaaaa/presupuestos?plantilla=${sampleBudgetTemplate.budgetTemplateId}`)
      await fillIn('budget-template', { name: 'Tres meses, con analítica' })
    },
    above: ['option', 'version'],
  },
  'supplement-edit': {
    endpoint: apiContract.supplements.edit,
    params: { ...ofCustomer, clientSupplementId: sampleClientSupplement.clientSupplementId },
    open: async () => {
      stubCustomerRecord()
      fakeApi.answer(`GET ${customerApiPath}/supplements`, { items: [sampleClientSupplement], next: null })
      openCustomerRecord('supplements')
      await press(/^Editar Magnesio/)
    },
    above: ['version'],
  },
  'file-upload': {
    endpoint: apiContract.files.offerUpload,
    params: ofCustomer,
    open: async () => {
      stubCustomerRecord()
      openCustomerRecord('analytics')
      await fillIn('file-upload', { description: 'Laboratorio Norte' })
    },
    ready: async () => {
      for (const line of document.querySelectorAll('.uploads button')) fireEvent.click(line)
      const input = (await formNamed('file-upload')).querySelector('input[type=file]')
      if (input) fireEvent.change(input, { target: { files: [new File(['%PDF-1.4'], 'heces.pdf')] } })
    },
    // Shown in the file's row.
    above: ['fileName', 'fileType', 'sizeBytes'],
  },
  analysis: {
    endpoint: apiContract.files.saveAnalysis,
    params: { ...ofCustomer, analysisId: 'ana_12345678' },
    open: fillInAnalysis,
    // Of all rows; an error of one is shown in its row.
    above: ['version', 'values'],
  },
  'publish-analysis': {
    endpoint: apiContract.files.publishAnalysis,
    params: { ...ofCustomer, analysisId: 'ana_12345678' },
    open: openAnalysisReadBack,
    above: ['version'],
  },
  'legal-basis': {
    endpoint: apiContract.consent.nameBasis,
    params: ofCustomer,
    open: async () => {
      stubCustomerRecord()
      const state = { state: 'none', givenAt: null, textVersion: null, byGuardian: false, withdrawnAt: null } as const
      const noBasis = { ...state, erasing: false, basis: null, mayEnter: false }
      fakeApi.answer(`GET ${customerApiPath}/health-consent`, noBasis)
      openCustomerRecord()
      await press('Indicar otra base legal')
      await fillIn('legal-basis', { basis: 'written-consent' })
    },
  },
  'consent-withdrawal': {
    endpoint: apiContract.consent.withdrawHealthOfCustomer,
    params: ofCustomer,
    open: async () => {
      stubCustomerRecord()
      openCustomerRecord()
      await press('Registrar retirada del consentimiento')
      await fillIn('consent-withdrawal', { asked: 'client-written' })
    },
  },
  refund: {
    endpoint: apiContract.payments.refundOfCustomer,
    params: { ...ofCustomer, paymentId: sampleCustomerPayment.paymentId },
    open: async () => {
      stubRefundForm()
      openCustomerRecord('payments')
      await press(/^Devolver el pago/)
      const form = await formNamed('refund')
      const part = form.querySelector('[value=part]')
      if (part) fireEvent.click(part)
      await fillIn('refund', { amount: '30,50', reason: 'Se cortó la llamada' })
    },
    above: ['refundId'],
  },
  suppression: {
    endpoint: apiContract.security.suppressAlerts,
    open: async () => {
      const alert = {
        id: 'aud_00000001',
        finding: `fnd_${'0'.repeat(32)}`,
        type: 'failed_login',
        message: 'Inicio de sesión fallido',
        severity: 'medium',
        timestamp: now,
        details: { action: 'LOGIN_FAILED', person: null, by: null, count: 1 },
        ip_address: null,
        user_agent: null,
      } as const
      const suppressed = { count: 0, firstUntil: null, items: [] }
      fakeApi.answer('GET /security/alerts', { alerts: [alert], accounts: [], suppressed, checkedAt: now })
      await openSecurity()
      await press(/^Suprimir ?:/)
      await fillIn('suppression', { reason: 'mistake' })
    },
    above: ['findings'],
  },
  'penetration-test': {
    endpoint: apiContract.security.recordPenetrationTest,
    open: async () => {
      const item = {
        id: 'penetration-test',
        title: 'Prueba de intrusión externa',
        description: 'Alguien de fuera intenta entrar.',
        status: 'pending',
        priority: 'high',
        category: 'governance',
        reading: 'Todavía nada',
        facts: [],
        readAt: now,
        evidence: null,
      } as const
      fakeApi.answer('GET /security/improvements', { items: [item], completed: 0, total: 1, percent: 0 })
      await openSecurity()
      await press('Registrar informe')
      const report = 'https://correo.test/informe'
      await fillIn('penetration-test', { firm: 'Auditores de Seguridad', date: '2026-11-02', report })
    },
  },
  'security-timeout': {
    endpoint: apiContract.security.changeSettings,
    open: async () => {
      stubSecuritySettings()
      await openSecurity()
      await fillIn('security-timeout', { sessionTimeout: '12' })
    },
    above: ['version'],
  },
  'opening-hours': {
    endpoint: apiContract.consultations.changeOpeningHours,
    open: async () => {
      const date = '2026-12-24'
      const closures = [{ from: date, to: date, reason: 'Vacaciones' }]
      const extraOpenings = [{ day: '2027-01-16', opensAt: '10:00', closesAt: '13:00' }]
      const weekend = {
        saturday: [{ opensAt: '10:00', closesAt: '13:00' }],
        sunday: defaultOpeningHours.monday,
      }
      stubOpeningHours({ openingHours: { ...defaultOpeningHours, ...weekend, closures, extraOpenings } })
      openProductPath('/admin/horario')
      await fillIn('opening-hours', { 'monday.0.opensAt': '10:00' })
    },
    above: ['version'],
  },
} satisfies Readonly<Record<string, SendableForm>>
