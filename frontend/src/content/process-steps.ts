import type { DecorativeDrawingName, InformativeDrawingName } from '../drawings/index.ts'

export interface ProcessStep {
  readonly drawing: Exclude<DecorativeDrawingName, InformativeDrawingName>
  readonly title: string
  readonly short: string
}

export const processSteps = [
  { drawing: 'step-1-reserva', title: 'Reserva de consulta', short: 'En la web, en dos minutos' },
  { drawing: 'step-2-consulta', title: 'Consulta y presupuestos', short: 'Hablamos y te damos tres opciones' },
  { drawing: 'step-3-analiticas', title: 'Analíticas', short: 'El kit llega a tu casa' },
  { drawing: 'step-4-resultados', title: 'Resultados y tratamiento', short: 'Te los explicamos, con tu plan' },
  { drawing: 'step-5-seguimiento', title: 'Seguimiento', short: 'Vemos cómo vas y ajustamos' },
] as const satisfies readonly ProcessStep[]
