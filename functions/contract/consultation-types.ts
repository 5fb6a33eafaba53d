/* Separate from consultation.ts, so that pages with free hours do not load its schemas. */

export const consultationTypes = ['general', 'seguimiento', 'primera_consulta', 'revision', 'urgente'] as const
export type ConsultationType = (typeof consultationTypes)[number]

/** Minutes. Consultations start on this grid and last a multiple of it. */
export const AGENDA_STEP_MINUTES = 15
