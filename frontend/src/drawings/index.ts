import { bookingDrawing } from './booking-drawing.ts'
import type { DrawingFile } from './drawing-picture.tsx'
import animo from './animo.svg?no-inline'
import correo from './correo.svg?no-inline'
import crecimiento from './crecimiento.svg?no-inline'
import defensas from './defensas.svg?no-inline'
import digestion from './digestion.svg?no-inline'
import fatiga from './fatiga.svg?no-inline'
import hero from './hero.svg?no-inline'
import intolerancias from './intolerancias.svg?no-inline'
import noEncontrada from './no-encontrada.svg?no-inline'
import og from './og.svg?no-inline'
import pagoCancelado from './pago-cancelado.svg?no-inline'
import pagoCompletado from './pago-completado.svg?no-inline'
import piel from './piel.svg?no-inline'
import retrato from './retrato.svg?no-inline'
import sinConexion from './sin-conexion.svg?no-inline'
import consulta from './step-2-consulta.svg?no-inline'
import analiticas from './step-3-analiticas.svg?no-inline'
import resultados from './step-4-resultados.svg?no-inline'
import seguimiento from './step-5-seguimiento.svg?no-inline'
import vacioArchivos from './vacio-archivos.svg?no-inline'
import vacioConsultas from './vacio-consultas.svg?no-inline'
import vacioFacturas from './vacio-facturas.svg?no-inline'
import vacioSuplementos from './vacio-suplementos.svg?no-inline'

const decorative = (width: number, height: number) => (src: string) =>
  ({ src, width, height, decorative: true }) as const
const step = decorative(640, 480)
const symptom = decorative(560, 420)
const emptyState = decorative(320, 240)
const outcome = decorative(480, 360)

export const drawingFiles = {
  hero: decorative(720, 640)(hero),
  'step-1-reserva': bookingDrawing,
  'step-2-consulta': step(consulta),
  'step-3-analiticas': step(analiticas),
  'step-4-resultados': step(resultados),
  'step-5-seguimiento': step(seguimiento),
  fatiga: symptom(fatiga),
  piel: symptom(piel),
  animo: symptom(animo),
  digestion: symptom(digestion),
  intolerancias: symptom(intolerancias),
  defensas: symptom(defensas),
  crecimiento: symptom(crecimiento),
  retrato: { src: retrato, width: 560, height: 680, decorative: false },
  'vacio-archivos': emptyState(vacioArchivos),
  'vacio-suplementos': emptyState(vacioSuplementos),
  'vacio-consultas': emptyState(vacioConsultas),
  'vacio-facturas': emptyState(vacioFacturas),
  'no-encontrada': outcome(noEncontrada),
  'pago-completado': outcome(pagoCompletado),
  'pago-cancelado': outcome(pagoCancelado),
  'sin-conexion': outcome(sinConexion),
  correo: outcome(correo),
  og: decorative(1200, 630)(og),
} as const satisfies Record<string, DrawingFile>

type Name = keyof typeof drawingFiles
export type InformativeDrawingName = {
  [One in Name]: (typeof drawingFiles)[One]['decorative'] extends false ? One : never
}[Name]
export type DecorativeDrawingName = Exclude<Name, InformativeDrawingName>
export type EmptyStateDrawingName = Extract<Name, `vacio-${string}`>
