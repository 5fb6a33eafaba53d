import { describe, expect, test } from 'vitest'
import {
  createEndpointSamples,
  createEndpointTextSamples,
  type EndpointTextSample,
} from '../support/endpoint-samples.ts'
import { allEndpoints } from '../support/endpoints.ts'
import { listSchemaTextFields } from '../support/schema-texts.ts'

const samples = allEndpoints.flatMap((named) =>
  createEndpointSamples(named).map((sample) => ({ name: named.name, ...sample })),
)
const texts = allEndpoints.flatMap((named) =>
  createEndpointTextSamples(named).map((sample) => ({
    place: `${named.name} ${sample.part} ${sample.path.join('.')}`,
    sample,
  })),
)

const CONTROL = ['\u0000', '\u0007', '\u001b', '\u007f', '\u009b']
const unwritable = ['\ud800', '\udfff', '\u0000']

const within = (text: string, sign: string) => `${text.slice(0, 3)}${sign}${text.slice(3)}`

const spoilt = (text: string, sign: string) => [`${sign}${text}`, within(text, sign), `${text}${sign}`]

const takes = ({ schema, withText }: EndpointTextSample, text: string) => schema.safeParse(withText(text)).success

describe('a text that somebody types anywhere', () => {
  test.each(samples)('$name: the $part that is spoilt here is taken as it is', ({ schema, whole }) => {
    expect(schema.safeParse(whole).error?.issues).toBeUndefined()
  })

  test('has a sample in every place of every endpoint', () => {
    const sampled = new Set(texts.map(({ place }) => place))
    const places = allEndpoints.flatMap(({ name, endpoint }) =>
      (['body', 'query'] as const).flatMap((part) =>
        endpoint[part]
          ? listSchemaTextFields(endpoint[part]).map(({ path }) => `${name} ${part} ${path.join('.')}`)
          : [],
      ),
    )

    expect(places.filter((place) => !sampled.has(place))).toEqual([])
    expect(sampled.size).toBeGreaterThan(150)
  })

  test.each(texts)('$place is refused with half a surrogate pair or a NUL in it', ({ sample }) => {
    const taken = unwritable.flatMap((sign) => spoilt(sample.text, sign)).filter((text) => takes(sample, text))

    expect(taken).toEqual([])
  })

  test('has a line break only where several lines are written, and no other control character at all', () => {
    const several = withSigns(['\n', '\t', '\r']).map(({ place }) => place)
    const controlled = withSigns(CONTROL).map(({ place }) => place)

    expect(several.toSorted()).toEqual(ofSeveralLines.toSorted())
    expect(controlled).toEqual(['customers.checkImport body text'])
  })

  test('says so in Spanish', () => {
    const spoiltNotes = texts.find(({ place }) => place === 'questionnaire.save body notes')?.sample
    const verdict = spoiltNotes?.schema.safeParse(spoiltNotes.withText('ab\ud800c'))

    expect(verdict?.error?.issues).toMatchObject([
      { path: ['notes'], message: 'Hay un carácter que no se puede guardar: bórralo y vuelve a escribirlo' },
    ])
  })

  test('turns no direction where it is a name', () => {
    const names = texts.filter(({ sample }) => isName(sample.path.at(-1)))

    const taken = names.filter(({ sample }) =>
      ['\u202e', '\u2066', '\u200f'].some((sign) => spoilt(sample.text, sign).some((text) => takes(sample, text))),
    )

    expect(names.length).toBeGreaterThan(10)
    expect(taken.map(({ place }) => place)).toEqual([])
  })
})

const keeps = ({ schema, withText }: EndpointTextSample, text: string, sign: string): boolean => {
  const verdict = schema.safeParse(withText(text))
  return verdict.success && Object.values(flat(verdict.data)).some((each) => each.includes(sign))
}

const flat = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : []
}

const withSigns = (signs: readonly string[]) =>
  texts.filter(({ sample }) => signs.some((sign) => keeps(sample, within(sample.text, sign), sign)))

const isName = (key = '') => ['name', 'firstName', 'lastName', 'fileName', 'supplementName'].includes(key)

const ofSeveralLines = [
  'consultations.saveNotes body assessment',
  'consultations.saveNotes body plan',
  'consultations.saveNotes body summary',
  'consultations.saveNotes body visitReason',
  'consultations.request body message',
  'consultations.move body message',
  'consultations.book body notes',
  'consultations.edit body notes',
  'customers.create body address',
  'customers.create body notes',
  'customers.edit body address',
  'customers.edit body notes',
  'customers.checkImport body text',
  'customers.writeImport body rows.*.address',
  'customers.writeImport body rows.*.notes',
  'files.offerUpload body description',
  'messages.changeTemplate body text',
  'messages.saveTemplate body text',
  'messages.sendMine body text',
  'messages.sendToCustomer body text',
  'payments.answerBudgetQuestion body answer',
  'payments.askAboutBudget body text',
  'files.saveAnalysis body findings',
  'files.saveAnalysis body meaning',
  'files.saveAnalysis body nextSteps',
  'questionnaire.save body notes',
  'questionnaire.saveDraft body notes',
  'supplements.add body instructions',
  'supplements.addByMoment body instructions',
  'supplements.edit body instructions',
  'supplements.publish body prescribe.*.instructions',
  'supplements.publish body change.*.instructions',
  'supplements.saveTemplate body instructions',
  'withdrawals.request body comment',
]
