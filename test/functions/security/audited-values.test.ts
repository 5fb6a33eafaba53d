import { expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit'
import { security } from '#contract/security'
import { createLambdaHandler } from '../../../functions/security/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

async function valuesOf(action: AuditAction, details: unknown) {
  const practice = await createTestPractice()
  const elena = await createAdministrador(practice)
  const entry = { auditId: 'aud_00000001', month: '2026-11', createdAt: practice.now().toISOString() }
  await practice.data.auditEntries
    .create({ ...entry, action, userId: elena.userId, subjectId: elena.userId, details })
    .go()
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const { body } = await ask(security.audit, { as: createPasswordSessionClaims(elena, practice), query: { action } })
  return body.items[0]?.values.map(({ name, before, after }) => [name, before, after].join(' | '))
}

test.each<[AuditAction, object, ...string[]]>([
  ['FILE_ADDED', { fileType: 'invoice' }, 'Archivo |  | Factura'],
  ['FILE_ADDED', { fileType: 'analytics' }, 'Archivo |  | Analítica'],
  ['ORDER_CREATED', { totalCents: 8000 }, 'Importe |  | 80,00\u00A0€'],
  ['REFUND_REQUESTED', { amountCents: 1250, reason: 'practice' }, 'Importe |  | 12,50\u00A0€'],
  ['BUDGET_CANCELLED', { refundCents: 5895, rule: 'unused' }, 'Devuelto |  | 58,95\u00A0€'],
  [
    'CARE_PATHWAY_CORRECTED',
    { state: 'at-laboratory', reason: 'done-outside', version: 2 },
    'Paso |  | Muestra en el laboratorio',
    'Motivo |  | Se hizo fuera de la web',
  ],
  [
    'CONSULTATION_PRICE_ANSWERED',
    { answer: 'decline', startsAt: '2026-06-30T22:30:00.000Z', amountCents: 6000 },
    'Cita |  | 1/7/26, 0:30',
    'Importe |  | 60,00\u00A0€',
    'Respuesta |  | No lo acepta',
  ],
  ['CONSULTATION_BOOKED', { overriddenBecause: 'Viene de lejos' }, 'Motivo |  | Viene de lejos'],
  ['FILE_REJECTED', { fileId: 'fil_1', reason: 'scan-failed' }, 'Motivo |  | La revisión falló'],
  ['CONSULTATION_BOOKED', { startsAt: '2026-06-30T22:30:00.000Z' }, 'Cita |  | 1/7/26, 0:30'],
  ['OPENING_HOURS_CHANGED', { fields: ['monday', 'noticeHours'] }, 'Ha cambiado |  | lunes, antelación mínima'],
  ['CUSTOMER_IMPORT_BEGUN', { total: 12_345 }, 'Clientes |  | 12.345'],
  ['CUSTOMER_IMPORT_WRITTEN', { rows: 40 }, 'Filas |  | 40'],
  ['CUSTOMER_IMPORT_UNDONE', { removed: 3 }, 'Clientes |  | 3'],
  ['LOGIN_RATE_LIMITED', { refusals: 4 }, 'Intentos rechazados |  | 4'],
  [
    'SECURITY_FINDING_SUPPRESSED',
    { alert: 'failed_login', reason: 'mistake', days: 1 },
    'Alerta |  | Inicio de sesión fallido',
    'Motivo |  | Se equivocó al escribir',
    'Durante |  | 1 día',
  ],
  [
    'BULK_SECURITY_FINDINGS_SUPPRESSED',
    { suppressed_count: 5, reason: 'settled', days: 30 },
    'Alertas distintas |  | 5',
    'Motivo |  | Ya está resuelto',
    'Durante |  | 30 días',
  ],
  ['PENETRATION_TEST_RECORDED', { date: '2026-11-10' }, 'Fecha |  | 10/11/26'],
  ['RECOVERY_CODE_USED', { left: 9 }, 'Códigos que quedan |  | 9'],
  ['CLIENT_DATA_OPENED', { part: 'questionnaire' }, 'Parte de la ficha |  | Cuestionario de salud'],
  ['USER_INVITED', { role: 'administrador' }, 'Rol |  | administrador'],
  [
    'UPDATE on user_roles',
    { old_data: { role: 'cliente' }, new_data: { role: 'administrador' } },
    'Rol | cliente | administrador',
  ],
  ['CUSTOMER_REMOVED', { accountClosed: true }, 'Cuenta cerrada |  | Sí'],
  ['CUSTOMER_RESTORED', { accountOpened: false }, 'Cuenta abierta |  | No'],
  [
    'CONSULTATION_STATUS_SET',
    { startsAt: '2026-11-26T10:00:00.000Z', old_status: 'scheduled', status: 'completed' },
    'Cita |  | 26/11/26, 11:00',
    'Estado | Programada | Completada',
  ],
  [
    'CONSULTATION_STATUS_SET',
    { old_status: 'scheduled', status: 'scheduled', confirmed: true },
    'Estado | Por confirmar | Confirmada',
  ],
  ['CONSULTATION_CHANGED', { version: 4, confirmed: true }, 'Estado | Por confirmar | Confirmada'],
  [
    'CONSULTATION_CHANGED',
    {
      startsAt: '2026-11-26T10:00:00.000Z',
      old_data: { startsAt: '2026-11-25T10:00:00.000Z', type: 'general', priceCents: 8000 },
      new_data: { startsAt: '2026-11-26T10:00:00.000Z', type: 'urgente', priceCents: 6000 },
      fields: ['roomUrl', 'message'],
    },
    'Cita | 25/11/26, 11:00 | 26/11/26, 11:00',
    'Tipo | General | Urgente',
    'Precio | 80,00\u00A0€ | 60,00\u00A0€',
    'Ha cambiado |  | sala de la videollamada, mensaje del cliente',
  ],
  [
    'CONSULTATION_CHANGED',
    {
      startsAt: '2026-11-26T10:00:00.000Z',
      old_data: { priceCents: 6000 },
      new_data: { priceCents: 6000, proposedPriceCents: 8000 },
    },
    'Cita |  | 26/11/26, 11:00',
    'Precio propuesto | 60,00\u00A0€ | 80,00\u00A0€',
  ],
  [
    'SETTINGS_CHANGED',
    {
      old_data: { enforceStrongPasswords: true, sessionTimeout: 8, rateLimiting: false },
      new_data: { enforceStrongPasswords: false, sessionTimeout: 4 },
    },
    'Contraseñas reforzadas | activado | desactivado',
    'Cierre de sesión | 8 h | 4 h',
  ],
])('the line of %s in the log says in Spanish what was done: %j', async (action, details, ...expected) => {
  expect(await valuesOf(action, details)).toEqual(expected)
})

test.each<[AuditAction, unknown]>([
  ['FILE_ADDED', { fileId: 'fil_1', fileType: 'unknown' }],
  ['SECURITY_FINDING_SUPPRESSED', { alert: 'toString', reason: 'constructor' }],
  ['CUSTOMER_CHANGED', { version: 2, fields: [] }],
  ['SECURITY_IMPROVEMENTS_CHANGED', { completed: [], lost: [] }],
  ['CLIENT_DATA_OPENED', { part: 'of-tomorrow' }],
  ['ORDER_CREATED', { orderId: 'ord_1', totalCents: '8000' }],
  ['RECOVERY_CODE_USED', { left: null }],
  ['USER_INVITED', 'administrador'],
  // Confirmed before the log recorded it.
  ['CONSULTATION_STATUS_SET', { old_status: 'scheduled', status: 'scheduled' }],
  ['PASSWORD_CHANGED', undefined],
])('what has no Spanish words is left out of the line of %s: %j', async (action, details) => {
  expect(await valuesOf(action, details)).toEqual([])
})
