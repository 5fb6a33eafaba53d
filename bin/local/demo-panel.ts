import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { TZDate } from '@date-fns/tz'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { catalogue } from '../../functions/contract/catalogue.ts'
import { addDays, type Course, dosesOn } from '../../functions/contract/dosing.ts'
import type { FileType } from '../../functions/contract/files.ts'
import { TIME_ZONE } from '../../functions/contract/product.ts'
import { stepsOf } from '../../functions/platform/agenda-steps.ts'
import type { Data } from '../../functions/data/data.ts'
import { dayOf } from '../../functions/contract/days.ts'
import { supplementIdOf } from '../../functions/supplements/protocol.ts'
import { FILES_BUCKET } from './addresses.ts'
import { seedAnswers, seedConsent } from './demo-answers.ts'
import { DEMO_ORDER } from './demo-orders.ts'

interface Panel {
  readonly customerId: string
  /** The administrador who has put its files there. */
  readonly by: string
}

/** What a client's panel holds three weeks into the process, counted from `now`. Every write here may be repeated. */
export async function seedPanel(data: Data, { customerId, by }: Panel, now: Date): Promise<void> {
  const today = dayOf(now)
  await seedConsent(data, customerId, at(addDays(today, -19), 12, 30))
  await seedConsultations(data, customerId, today)
  await seedProtocol(data, customerId, today)
  await seedAnswers(data, customerId, at(addDays(today, -18), 19, 30))
  await seedFiles(data, { customerId, by }, now)
}

export const at = (day: string, hour: number, minute: number): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(+new TZDate(year, month - 1, date, hour, minute, TIME_ZONE))
}

/** The first day from this one on, forward or back, that is not of a weekend. */
export function workday(day: string, step: 1 | -1): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 ? workday(addDays(day, step), step) : day
}

async function seedConsultations(data: Data, customerId: string, today: string): Promise<void> {
  const past = {
    consultationId: 'con_demo-primera',
    startsAt: at(workday(addDays(today, -17), -1), 10, 0).toISOString(),
    durationMinutes: catalogue['primera-consulta'].durationMinutes,
    type: 'primera_consulta',
    status: 'completed',
    priceCents: catalogue['primera-consulta'].saleCents,
    orderId: DEMO_ORDER,
  } as const
  const coming = {
    consultationId: 'con_demo-seguimiento',
    startsAt: at(workday(addDays(today, 5), 1), 16, 30).toISOString(),
    durationMinutes: 60,
    type: 'seguimiento',
    status: 'scheduled',
    priceCents: 6000,
  } as const
  for (const consultation of [past, coming]) {
    const createdAt = at(addDays(today, -19), 12, 0).toISOString()
    const rest = { customerId, toConfirm: false, version: 1, sequence: 0, createdAt }
    await data.consultations.put({ ...consultation, ...rest }).go()
  }
  for (const beginsAt of stepsOf(coming)) {
    await data.agendaSteps.put({ beginsAt, holders: [coming.consultationId] }).go()
  }
}

export const protocol = [
  {
    name: 'Probiótico multicepa',
    amount: 1,
    unit: 'capsulas',
    frequency: '1 vez al día',
    times: ['Mañana'],
    foodRelation: 'En ayunas',
    pattern: 'Continuo',
    instructions: 'Con un vaso de agua, media hora antes del desayuno.',
    packDoses: 60,
  },
  {
    name: 'Magnesio bisglicinato',
    amount: 200,
    unit: 'mg',
    frequency: '2 veces al día',
    times: ['Con desayuno', 'Noche'],
    foodRelation: 'Después de comer',
    pattern: '5 días sí 2 días no',
  },
  {
    name: 'Omega 3',
    amount: 2,
    unit: 'capsulas',
    frequency: '1 vez al día',
    times: ['Con comida'],
    foodRelation: 'Con comida',
    pattern: 'Solo días laborables',
    instructions: 'Guárdalo en la nevera una vez abierto.',
  },
] as const

async function seedProtocol(data: Data, customerId: string, today: string): Promise<void> {
  const startDate = addDays(today, -14)
  for (const [position, dosing] of protocol.entries()) {
    const supplementId = supplementIdOf(dosing.name)
    const clientSupplementId = `csu_demo-pauta-${position}`
    const createdAt = at(startDate, 11, 30 - position).toISOString()
    await data.supplements.put({ supplementId, name: dosing.name, createdAt }).go()
    const course = { ...dosing, times: [...dosing.times], startDate, duration: '3 meses' }
    const key = { customerId, clientSupplementId, supplementId }
    await data.clientSupplements.put({ ...course, ...key, status: 'active', version: 1, createdAt }).go()
    for (const dose of takenUntil(today, { ...course, endDate: null })) {
      await data.doses.put({ customerId, clientSupplementId, ...dose, tickedAt: createdAt }).go()
    }
  }
}

/** Today is still to be ticked, and of yesterday the evening was forgotten. */
function takenUntil(today: string, course: Course) {
  const days = Array.from({ length: 14 }, (_, back) => addDays(today, -1 - back))
  return days
    .flatMap((day) => dosesOn(course, day).map((time) => ({ day, time })))
    .filter(({ day, time }) => time !== 'Noche' || day !== days[0])
}

const files = [
  {
    fileId: 'fil_demo-analitica',
    fileType: 'analytics',
    fileName: 'Análisis de microbiota.pdf',
    description: 'Resultados del laboratorio',
    days: 12,
    lines: ['Análisis de la microbiota intestinal', 'Documento de muestra, sin datos de nadie.'],
  },
  {
    fileId: 'fil_demo-factura',
    fileType: 'invoice',
    fileName: 'Factura primera consulta.pdf',
    days: 19,
    lines: ['Factura de la primera consulta', 'Importe: 80,00 EUR', 'Documento de muestra.'],
  },
] as const satisfies readonly { readonly fileType: FileType; readonly [more: string]: unknown }[]

async function seedFiles(data: Data, { customerId, by }: Panel, now: Date): Promise<void> {
  const vault = new S3Client({})
  for (const { days, lines, ...file } of files) {
    const createdAt = new Date(now.getTime() - days * 86_400_000)
    const fileKey = `${customerId}/${file.fileType}/${createdAt.getTime()}.pdf`
    const body = await pdfOf(lines)
    const sent = { Bucket: FILES_BUCKET, Key: fileKey, Body: body, ContentType: 'application/pdf' }
    await vault.send(new PutObjectCommand(sent))
    await data.fileKeys.put({ customerId, fileKey, fileId: file.fileId }).go()
    const line = { ...file, customerId, fileKey, sizeBytes: body.byteLength, createdAt: createdAt.toISOString() }
    await data.clientFiles.put({ ...line, status: 'disponible', uploadedBy: by }).go()
  }
  vault.destroy()
}

async function pdfOf(lines: readonly string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage()
  lines.forEach((text, line) => page.drawText(text, { x: 64, y: 760 - line * 28, size: line === 0 ? 20 : 12, font }))
  return pdf.save()
}
