import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { BudgetMilestone, PublishedBudgetOption } from '#contract/budget-option'
import type { AgreementPart, BudgetAgreement, OwnBudget } from '#contract/budgets'
import { budgetUnitKindLabels } from '#contract/budget-labels'
import { createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import { formatCents } from '#contract/money'
import { practiceLegalDetails } from '#contract/practice'
import { toPrintable } from './public/receipt-pdf.ts'

const A4: [number, number] = [595.28, 841.89]
const MARGIN = 64
const TEXT_WIDTH = A4[0] - 2 * MARGIN
const GREEN = rgb(0.122, 0.373, 0.341)
const INK = rgb(0.071, 0.129, 0.122)
const longDay = createDayFormatter({ dateStyle: 'long' })

type Style = 'heading' | 'line' | 'title'
interface Paragraph {
  readonly style: Style
  readonly text: string
}

const sizes: Readonly<Record<Style, number>> = { title: 20, heading: 14, line: 10.5 }

const toLines = (texts: readonly string[]): readonly Paragraph[] => texts.map((text) => ({ style: 'line', text }))

const formatMilestone = ({ kind, number }: BudgetMilestone): string =>
  `antes de: ${budgetUnitKindLabels[kind].toLowerCase()} ${number}`

const formatVat = ({ vat }: PublishedBudgetOption): string =>
  'percent' in vat ? `IVA incluido (${String(vat.percent).replace('.', ',')} %)` : vat.exemption

function writeOption(option: PublishedBudgetOption): readonly Paragraph[] {
  const { parts } = option
  return [
    ...writeContent(option),
    ...toLines([
      parts.length > 0 ? 'Se paga de una vez, o en partes sin intereses ni gastos:' : 'Se paga de una vez.',
      ...parts.map(formatPart),
    ]),
  ]
}

function writeContent(option: PublishedBudgetOption): readonly Paragraph[] {
  const { consultations, analyses, months } = option
  return [
    { style: 'heading', text: `${option.title}: ${formatCents(option.priceCents)}` },
    ...toLines([
      formatVat(option),
      `Duración: ${months.count} ${months.count === 1 ? 'mes' : 'meses'}`,
      `Consultas: ${consultations.count}${consultations.count > 0 ? `, de ${consultations.durationMinutes} minutos` : ''}`,
      `Analíticas: ${analyses.count}`,
      ...option.includes.map((text) => `Incluye: ${text}`),
      ...option.excludes.map((text) => `No incluye: ${text}`),
    ]),
  ]
}

const formatPart = ({
  number,
  amountCents,
  before,
}: Pick<AgreementPart, 'number' | 'amountCents' | 'before'>): string =>
  `Parte ${number}: ${formatCents(amountCents)}, ${before ? formatMilestone(before) : 'al aceptar'}`

const writeOffer = ({ version, publishedAt, validUntil, options, recommendation }: OwnBudget): readonly Paragraph[] => [
  ...toLines([
    `Versión ${version}, del ${longDay(toPracticeDay(publishedAt))}. Válido hasta el ${longDay(validUntil)}.`,
    ...(recommendation ? [recommendation] : []),
  ]),
  ...options.flatMap(writeOption),
  ...toLines([
    `Este presupuesto no te compromete a nada hasta que lo aceptes en tu panel. Después tienes 14 días para desistir, y puedes cancelarlo más tarde: te devolvemos la parte de lo pagado que no hayas usado.`,
  ]),
]

const writeAgreement = (agreement: BudgetAgreement): readonly Paragraph[] => {
  const { version, acceptedAt, endedAt, option, taxId, address, inParts, parts } = agreement
  return [
    ...toLines([
      `Aceptado el ${longDay(toPracticeDay(acceptedAt))}: opción «${option.title}», versión ${version}.`,
      `Factura a nombre de NIF ${taxId}, ${address}`,
      ...(endedAt ? [`Cancelado el ${longDay(toPracticeDay(endedAt))}.`] : []),
    ]),
    ...writeContent(option),
    ...toLines([
      inParts ? 'Se paga en partes, sin intereses ni gastos:' : 'Se paga de una vez.',
      ...(inParts ? parts.map(formatPart) : []),
    ]),
  ]
}

function writeBudget(budget: OwnBudget): readonly Paragraph[] {
  const { tradeName, legalName, taxId, address } = practiceLegalDetails
  return [
    { style: 'title', text: `${tradeName}. Presupuesto` },
    ...toLines([`${legalName}, NIF ${taxId}, ${address}`]),
    ...(budget.agreement ? writeAgreement(budget.agreement) : writeOffer(budget)),
  ]
}

function wrap(text: string, font: PDFFont, size: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const joined = last === undefined ? word : `${last} ${word}`
    if (last === undefined || font.widthOfTextAtSize(joined, size) > TEXT_WIDTH) lines.push(word)
    else lines[lines.length - 1] = joined
  }
  return lines
}

/** Deterministic: the same version and state give the same bytes. */
export async function renderBudgetPdf(budget: OwnBudget): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const at = new Date(budget.agreement?.acceptedAt ?? budget.publishedAt)
  pdf.setTitle('Presupuesto')
  pdf.setAuthor(practiceLegalDetails.legalName)
  pdf.setLanguage('es-ES')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  const serif = await pdf.embedFont(StandardFonts.TimesRoman)
  const sans = await pdf.embedFont(StandardFonts.Helvetica)
  let page: PDFPage = pdf.addPage(A4)
  let y = A4[1] - MARGIN
  for (const { style, text } of writeBudget(budget)) {
    const size = sizes[style]
    const font = style === 'line' ? sans : serif
    if (style === 'heading') y -= size
    for (const line of wrap(toPrintable(text, font), font, size)) {
      if (y < MARGIN) {
        page = pdf.addPage(A4)
        y = A4[1] - MARGIN
      }
      page.drawText(line, { x: MARGIN, y, size, font, color: style === 'line' ? INK : GREEN })
      y -= size * 1.45
    }
  }
  return pdf.save()
}
