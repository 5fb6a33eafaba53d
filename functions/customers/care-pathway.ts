import {
  type CarePathway,
  CarePathwayCorrections,
  type CarePathwayFacts,
  computeCarePathwayDue,
  computeCarePathwayState,
  computeCarePathwayStep,
  getCarePathwayStateRow,
  isInCarePathwayState,
  toFactsOfCarePathwayState,
} from '#contract/care-pathway'
import { type CustomerPathway, taskKindsBesidePathway } from '#contract/customer-lists'
import type { customers } from '#contract/customers-domain'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { readCarePathwayFacts } from './care-pathway-facts.ts'
import { requireCustomer } from './public/require-customer.ts'

type StoredCorrections = Pick<CarePathway, 'corrections' | 'version'>

type PathwayServices = Pick<ActionServices, 'data' | 'now'>

const none: StoredCorrections = { corrections: [], version: 0 }

export const readOwnCarePathway: EndpointAction<typeof customers.readOwnPathway> = ({ actor }, services) =>
  readPathway(requireOwnCustomerId(actor), services)

export const readCarePathway: EndpointAction<typeof customers.readPathway> = async ({ params }, services) => {
  const { customerId } = await requireCustomer(params.customerId, services.data)
  return withTasks(customerId, await readPathway(customerId, services), services)
}

async function withTasks(
  customerId: string,
  pathway: CarePathway,
  { data }: PathwayServices,
): Promise<CustomerPathway> {
  const { data: entries } = await data.customerListEntries.query.byCustomer({ customerId }).go({ pages: 'all' })
  const orders = new Set(entries.map(({ order }) => order))
  return { ...pathway, tasks: taskKindsBesidePathway.filter((kind) => orders.has(kind)) }
}

export const readPathway = async (customerId: string, services: PathwayServices): Promise<CarePathway> =>
  computePathway(customerId, await readCorrections(customerId, services), services)

async function readCorrections(customerId: string, { data }: PathwayServices): Promise<StoredCorrections> {
  const { data: stored } = await data.carePathwayCorrections.get({ customerId }).go()
  if (!stored) return none
  const corrections = stored.corrections.map(({ note, ...correction }) => ({ ...correction, note: note ?? null }))
  return { corrections: CarePathwayCorrections.parse(corrections), version: stored.version }
}

const toStatedFacts = ({ corrections }: StoredCorrections): CarePathwayFacts =>
  corrections.reduce<CarePathwayFacts>(
    (facts, { state, statedAt }) => ({ ...toFactsOfCarePathwayState(state, statedAt), ...facts }),
    {},
  )

async function computePathway(
  customerId: string,
  stored: StoredCorrections,
  services: PathwayServices,
): Promise<CarePathway> {
  const facts = await readCarePathwayFacts(customerId, toStatedFacts(stored), services)
  const state = computeCarePathwayState(facts)
  return {
    state,
    step: computeCarePathwayStep(facts),
    turn: getCarePathwayStateRow(state).turn,
    due: computeCarePathwayDue(state, facts),
    facts,
    ...stored,
  }
}

export const correctCarePathway: EndpointAction<typeof customers.correctPathway> = async (
  { actor, params, body },
  services,
) => {
  const { customerId } = await requireCustomer(params.customerId, services.data)
  const stored = await readCorrections(customerId, services)
  const before = await computePathway(customerId, stored, services)
  const { state, reason, note, version } = body
  if (isInCarePathwayState(state, before.facts)) return withTasks(customerId, before, services)
  requireCurrentVersion(stored, version)
  const statedAt = services.now().toISOString()
  const correction = { correctionId: services.newId('cor'), state, reason, note: note || null, statedAt }
  const wanted = { corrections: [...stored.corrections, correction], version: version + 1 }
  const after = await computePathway(customerId, wanted, services)
  if (!isInCarePathwayState(state, after.facts)) throwRefusal('pathway-contradicted')
  const details = { state, reason, version: wanted.version }
  await storeCorrections({ customerId, wanted, actor, action: 'CARE_PATHWAY_CORRECTED', details }, services)
  return withTasks(customerId, after, services)
}

export const withdrawCarePathwayCorrection: EndpointAction<typeof customers.withdrawPathwayCorrection> = async (
  { actor, params, query },
  services,
) => {
  const { customerId } = await requireCustomer(params.customerId, services.data)
  const stored = await readCorrections(customerId, services)
  const withdrawn = stored.corrections.find(({ correctionId }) => correctionId === params.correctionId)
  const version = query.version + 1
  if (!withdrawn && stored.version === version)
    return withTasks(customerId, await computePathway(customerId, stored, services), services)
  if (!withdrawn) return throwRefusal('not-found')
  requireCurrentVersion(stored, query.version)
  const wanted = { corrections: stored.corrections.filter((each) => each !== withdrawn), version }
  const details = { state: withdrawn.state, version }
  await storeCorrections({ customerId, wanted, actor, action: 'CARE_PATHWAY_CORRECTION_WITHDRAWN', details }, services)
  return withTasks(customerId, await computePathway(customerId, wanted, services), services)
}

interface Change {
  readonly customerId: string
  readonly wanted: StoredCorrections
  readonly actor: Actor
  readonly action: 'CARE_PATHWAY_CORRECTED' | 'CARE_PATHWAY_CORRECTION_WITHDRAWN'
  readonly details: Readonly<Record<string, unknown>>
}

/** @throws Refusal `changed-meanwhile` */
async function storeCorrections(
  { customerId, wanted, actor, action, details }: Change,
  services: ActionServices,
): Promise<void> {
  const outcome = await services.data.transact((entities) => ({
    corrections: entities.carePathwayCorrections
      .upsert({
        customerId,
        corrections: wanted.corrections.map(({ note, ...correction }) => ({ ...correction, ...(note && { note }) })),
        version: wanted.version,
      })
      .where(({ version }, operations) => createUnchangedCondition(version, wanted.version - 1, operations))
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action, by: actor.userId, subjectId: customerId, details, caller: actor },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
}
