import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { addDays } from '#contract/calendar-days'
import type { ClientFileType } from '../../functions/contract/client-file.ts'
import { listSlotAgendaSteps } from '../../functions/consultations/public/agenda-steps.ts'
import type { Database } from '#data/database'
import { toPracticeDay } from '#contract/calendar-days'
import { seedQuestionnaireAnswers, seedCustomerConsent } from './demo-answers.ts'
import { toPracticeInstant, findNearestWorkday } from './demo-days.ts'
import { buildHeldFirstConsultation } from './demo-first-consultation.ts'
import { analysesOfClient, seedAnalyses } from './demo-analyses.ts'
import { DEMO_BUDGET_ID } from './demo-budgets.ts'
import { seedMessages } from './demo-messages.ts'
import { DEMO_ORDER_ID } from './demo-orders.ts'
import { seedSupplementProtocol } from './demo-protocol.ts'
import { seedCheckIns, weeksOfClient } from './demo-weeks.ts'

interface Panel {
  readonly customerId: string
  readonly by: string
}

/** Every write is repeatable. */
export async function seedCustomerPanel(data: Database, { customerId, by }: Panel, now: Date): Promise<void> {
  const today = toPracticeDay(now)
  await seedCustomerConsent(data, customerId, toPracticeInstant(addDays(today, -26), 12, 30))
  await seedConsultations(data, customerId, today)
  await seedSupplementProtocol(data, customerId, today)
  await seedCheckIns(data, { customerId, today }, weeksOfClient)
  await seedQuestionnaireAnswers(data, customerId, toPracticeInstant(addDays(today, -25), 19, 30))
  await seedFiles(data, { customerId, by }, now)
  await seedAnalyses(data, { customerId, by }, analysesOfClient, now)
  await seedMessages(data, { customerId, userId: customerId.replace('cus_', 'usr_'), by }, now)
}

export async function seedConsultations(data: Database, customerId: string, today: string): Promise<void> {
  const past = buildHeldFirstConsultation({
    consultationId: 'con_demo-primera',
    orderId: DEMO_ORDER_ID,
    day: addDays(today, -24),
    hour: 10,
  })
  const coming = {
    consultationId: 'con_demo-seguimiento',
    startsAt: toPracticeInstant(findNearestWorkday(addDays(today, 5), 1), 16, 30).toISOString(),
    durationMinutes: 60,
    type: 'seguimiento',
    status: 'scheduled',
    budgetId: DEMO_BUDGET_ID,
  } as const
  const booked = [
    [past, -26],
    [coming, -12],
  ] as const
  for (const [consultation, days] of booked) {
    const createdAt = toPracticeInstant(addDays(today, days), 12, 0).toISOString()
    const rest = { customerId, toConfirm: false, version: 1, sequence: 0, createdAt }
    await data.consultations.put({ ...consultation, ...rest }).go()
  }
  for (const beginsAt of listSlotAgendaSteps(coming)) {
    await data.agendaSteps.put({ beginsAt, holders: [coming.consultationId] }).go()
  }
}

const files = [
  {
    fileId: 'fil_demo-analitica',
    fileType: 'analytics',
    fileName: 'Análisis de microbiota.pdf',
    description: 'Resultados del laboratorio',
    days: 16,
    lines: ['Análisis de la microbiota intestinal', 'Documento de muestra, sin datos de nadie.'],
  },
  {
    fileId: 'fil_demo-factura',
    fileType: 'invoice',
    fileName: 'Factura primera consulta.pdf',
    days: 26,
    lines: ['Factura de la primera consulta', 'Importe: 80,00 EUR', 'Documento de muestra.'],
  },
] as const satisfies readonly { readonly fileType: ClientFileType; readonly [more: string]: unknown }[]

async function seedFiles(data: Database, { customerId, by }: Panel, now: Date): Promise<void> {
  const vault = new S3Client({})
  for (const { days, lines, ...file } of files) {
    const createdAt = new Date(now.getTime() - days * 86_400_000)
    const fileKey = `${customerId}/${file.fileType}/${createdAt.getTime()}.pdf`
    const body = await pdfOf(lines)
    const sent = { Bucket: process.env['FILES_BUCKET'], Key: fileKey, Body: body, ContentType: 'application/pdf' }
    const line = { ...file, customerId, fileKey, sizeBytes: body.byteLength, createdAt: createdAt.toISOString() }
    // The bytes last: the scan deletes a file without a record.
    await data.fileKeys.put({ customerId, fileKey, fileId: file.fileId }).go()
    await data.clientFiles.put({ ...line, status: 'available', uploadedBy: by }).go()
    const { VersionId: versionId } = await vault.send(new PutObjectCommand(sent))
    await data.clientFiles
      .patch({ customerId, fileId: file.fileId })
      .set({ ...(versionId && { versionId }) })
      .go()
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
