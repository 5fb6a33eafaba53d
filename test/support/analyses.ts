import { files } from '#contract/files'
import { readPathway } from '../../functions/customers/care-pathway.ts'
import { updateListEntries } from '../../functions/customers/list-entries.ts'
import { createLambdaHandler } from '../../functions/files/handler.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { createOutboxReader } from './outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims, type PracticePerson } from './people.ts'
import { createTestPractice, listAuditChanges } from './practice.ts'

export const calprotectin = { marker: 'Calprotectina', value: '<38,5', unit: 'µg/g', range: 'menos de 50' }
export const blood = { marker: 'Sangre oculta', value: 'No detectada', unit: null, range: null }
export const content = {
  sampledOn: '2026-10-26',
  laboratory: 'Laboratorio Ejemplo',
  method: '16S rRNA',
  fileId: null,
  findings: 'Poca variedad',
  meaning: 'Encaja con la hinchazón',
  nextSteps: 'Más fibra\nMenos prisa',
  values: [calprotectin, blood],
}

export async function anAnalysis(person: typeof createCliente = createCliente) {
  const practice = await createTestPractice()
  const elena = await createAdministrador(practice, { firstName: 'Elena', lastName: 'Prado' })
  const client = await person(practice)
  const ask = createEndpointCaller(
    createLambdaHandler(() => ({ ...practice, clientFiles: { removeVersions: () => Promise.resolve() } as never })),
  )
  const as = (someone: PracticePerson) => createPasswordSessionClaims(someone, practice)
  const { customerId } = client
  const params = { customerId, analysisId: 'ana_12345678' }
  return {
    practice,
    client,
    elena,
    ask,
    as,
    params,
    save: (changes: object = {}, of = params) =>
      ask(files.saveAnalysis, { as: as(elena), params: of, body: { ...content, version: 0, ...changes } }),
    publish: (version: number) => ask(files.publishAnalysis, { as: as(elena), params, body: { version } }),
    ofCustomer: async () =>
      (await ask(files.listAnalysesOfCustomer, { as: as(elena), params: { customerId }, query: {} })).body.items,
    editions: async () => (await ask(files.listAnalysisEditions, { as: as(elena), params, query: {} })).body.items,
    removeFile: (fileId: string) => ask(files.remove, { as: as(elena), params: { customerId, fileId } }),
    remove: () => ask(files.removeAnalysis, { as: as(elena), params }),
    mine: async (someone = client) => (await ask(files.listAnalysesOfMine, { as: as(someone), query: {} })).body.items,
    see: (edition: number, someone = client) =>
      ask(files.seeAnalysis, { as: as(someone), params: { analysisId: params.analysisId }, body: { edition } }),
    aReport: async (changes: object = {}) => {
      const createdAt = practice.now().toISOString()
      const file = { customerId, fileId: 'fil_12345678', fileName: 'informe.pdf', fileType: 'analytics' } as const
      await practice.data.clientFiles
        .put({ ...file, sizeBytes: 9, status: 'available', fileKey: 'k', uploadedBy: 'usr_1', createdAt, ...changes })
        .go()
      return file.fileId
    },
    post: async () => {
      practice.clock.advance({ minutes: 11 })
      return createOutboxReader(practice).post()
    },
    audited: async () => (await listAuditChanges(practice)).filter(({ action }) => action.startsWith('ANALYSIS_')),
    tasks: async () => {
      await updateListEntries(customerId, practice)
      const { data } = await practice.data.customerListEntries.query.byCustomer({ customerId }).go()
      return data.filter(({ order }) => order === 'analysis-unexplained').map(({ place }) => place)
    },
    facts: async () => (await readPathway(customerId, practice)).facts,
  }
}
