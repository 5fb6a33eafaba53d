import type { AnalysisValue } from '#contract/analysis'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { toPracticeInstant } from './demo-days.ts'

type DemoValue = Pick<AnalysisValue, 'marker' | 'value'> & { readonly unit?: string; readonly range?: string }

interface DemoAnalysis {
  readonly analysisId: string
  /** Days ago. */
  readonly sampled: number
  readonly laboratory: string
  readonly method: string
  readonly fileId?: string
  readonly findings: string
  readonly meaning: string
  readonly nextSteps: string
  readonly values: readonly DemoValue[]
  readonly isSeen: boolean
}

const stool = { laboratory: 'Laboratorio Ribera', method: 'ELISA y cultivo' }
const otherMethod = { laboratory: 'Laboratorio Norte', method: 'Turbidimetría' }
const sequenced = { laboratory: 'Laboratorio Ribera', method: 'Secuenciación 16S' }

const stoolValues = (calprotectin: string, zonulin: string, ph: string): readonly DemoValue[] => [
  { marker: 'Calprotectina', value: calprotectin, unit: 'µg/g', range: 'menos de 50' },
  { marker: 'Zonulina', value: zonulin, unit: 'ng/ml', range: '20 - 61' },
  { marker: 'pH fecal', value: ph, range: '5,8 - 6,8' },
]

const bacteria = (akkermansia: string, faecalibacterium: string): readonly DemoValue[] => [
  { marker: 'Akkermansia muciniphila', value: akkermansia, unit: '%', range: '1 - 4' },
  { marker: 'Faecalibacterium prausnitzii', value: faecalibacterium, unit: '%', range: '5 - 15' },
  { marker: 'Índice de Shannon', value: '2,9', range: 'más de 3' },
]

export const analysesOfClient: readonly DemoAnalysis[] = [
  {
    ...sequenced,
    analysisId: 'ana_demo-cliente',
    sampled: 20,
    fileId: 'fil_demo-analitica',
    findings: 'Hay menos variedad de bacterias de la habitual y poca Akkermansia.',
    meaning: 'Encaja con la hinchazón de las tardes. No es grave ni raro, y suele mejorar con la alimentación.',
    nextSteps:
      'Más fibra de verduras y legumbres, poco a poco, y un probiótico, que verás en tu pauta. Lo repasamos en la próxima.',
    values: bacteria('0,4', '6,2'),
    isSeen: false,
  },
]

/** One marker, three times by the same method and once by another, which must not share a line. */
export const analysesOfFinisher: readonly DemoAnalysis[] = [
  {
    ...stool,
    analysisId: 'ana_demo-fin-1',
    sampled: 100,
    findings: 'La calprotectina y la zonulina están por encima del intervalo del laboratorio.',
    meaning: 'El intestino está irritado. Nos sirve de punto de partida.',
    nextSteps: 'Empezamos la pauta y repetimos en seis semanas.',
    values: stoolValues('112', '84', '7,1'),
    isSeen: true,
  },
  {
    ...otherMethod,
    analysisId: 'ana_demo-fin-2',
    sampled: 70,
    findings: 'La calprotectina sigue alta, medida en otro laboratorio y de otra forma.',
    meaning: 'Su cifra no se puede comparar con la primera: cada método tiene su escala y su intervalo.',
    nextSteps: 'La próxima la hacemos en el laboratorio de la primera.',
    values: [{ marker: 'Calprotectina', value: '95', unit: 'µg/g', range: 'menos de 60' }],
    isSeen: true,
  },
  {
    ...stool,
    analysisId: 'ana_demo-fin-3',
    sampled: 48,
    findings: 'Todo baja respecto a la primera.',
    meaning: 'La pauta va en la buena dirección.',
    nextSteps: 'Seguimos igual.',
    values: stoolValues('64', '66', '6,9'),
    isSeen: true,
  },
  {
    ...stool,
    analysisId: 'ana_demo-fin-4',
    sampled: 9,
    findings: 'La calprotectina está por debajo de lo que el laboratorio puede medir, y lo demás, en su intervalo.',
    meaning: 'Lo que había irritado al principio se ha calmado.',
    nextSteps: 'Dejamos los suplementos y mantenemos la alimentación.',
    values: stoolValues('<38', '52', '6,5'),
    isSeen: true,
  },
]

const DAYS_AT_LABORATORY = 5

export async function seedAnalyses(
  data: Database,
  { customerId, by }: { readonly customerId: string; readonly by: string },
  analyses: readonly DemoAnalysis[],
  now: Date,
): Promise<void> {
  const today = toPracticeDay(now)
  for (const { analysisId, sampled, isSeen, values, ...text } of analyses) {
    const publishedAt = toPracticeInstant(addDays(today, DAYS_AT_LABORATORY - sampled), 13, 15).toISOString()
    const content = { customerId, analysisId, ...text, sampledOn: addDays(today, -sampled), values: [...values] }
    await data.analyses
      .put({
        ...content,
        version: 1,
        createdAt: publishedAt,
        savedAt: publishedAt,
        savedBy: by,
        publishedEdition: 1,
        publishedVersion: 1,
      })
      .go()
    const edition = {
      edition: 1,
      state: 'current',
      publishedAt,
      firstPublishedAt: publishedAt,
      publishedBy: by,
    } as const
    await data.analysisEditions.put({ ...content, ...edition, ...(isSeen && { seenAt: publishedAt }) }).go()
  }
}
