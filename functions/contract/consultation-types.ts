/* Apart from consultation.ts, whose schemas a page that offers free hours does without. */

export const consultationTypes = ['general', 'seguimiento', 'primera_consulta', 'revision', 'urgente'] as const
export type ConsultationType = (typeof consultationTypes)[number]

/** Minutes. Consultations start on this grid and last a multiple of it. */
export const AGENDA_STEP_MINUTES = 15
