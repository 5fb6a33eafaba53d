import type { OpenedRecordPart, RecordOpeningQuestion } from './record-openings.ts'

export const openedRecordPartLabels: Readonly<Record<OpenedRecordPart, string>> = {
  profile: 'Datos de contacto y notas',
  timeline: 'Cronología',
  agenda: 'Citas en la agenda',
  consultations: 'Consultas',
  'session-notes': 'Notas de las consultas',
  files: 'Lista de archivos',
  downloads: 'Descarga de archivos',
  analyses: 'Analíticas explicadas',
  payments: 'Pagos y justificantes',
  budgets: 'Presupuestos',
  supplements: 'Suplementos y tomas',
  questionnaire: 'Cuestionario de salud',
  'check-ins': 'Registro semanal',
  messages: 'Mensajes',
  mails: 'Correos enviados',
  'health-consent': 'Consentimiento de salud',
  export: 'Descarga de la lista de todos los clientes',
  list: 'Una lista de clientes',
}

export const recordOpeningQuestionLabels: Readonly<Record<RecordOpeningQuestion, string>> = {
  why: '¿Para qué se abrieron mis datos?',
  who: '¿Quién es esta persona?',
  unexpected: 'No esperaba que se abrieran. ¿Qué ha pasado?',
}
