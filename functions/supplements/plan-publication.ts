import { addDays, toPracticeDay } from '#contract/calendar-days'
import { clientSupplementFields, computeSupplementStatus } from '#contract/client-supplement'
import type { TakenDose } from '#contract/own-supplements'
import { isInForce, MAX_PRESCRIPTIONS, type ProtocolLine, type PublishProtocol, toCourses } from '#contract/protocol'
import { toStoredRecord } from '#data/stored-record'
import { findTakenDoses } from '#data/supplement-queries'
import type { Actor } from '#platform/actor'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import { toRequestedId } from '#platform/requested-id'
import type { ActionServices } from '#platform/services'
import { findOrBuildCatalogueSupplement } from './catalogue.ts'
import { refuseSharedMoments } from './moment-of-group.ts'
import type { PastCourse } from './past-courses.ts'
import { isSameCourse, toCountedVersion, toFinishedVersion } from './prescription-writes.ts'
import { toDoseTimes } from './public/dose-times.ts'
import { computeRenamed, computeTakenOver, listDoses, listNewDoses } from './replaced-doses.ts'
import type { StoredClientSupplement } from './to-client-supplement.ts'

export interface Publication {
  readonly actor: Actor
  readonly customerId: string
  readonly body: PublishProtocol
}

interface Change {
  readonly stored: StoredClientSupplement
  readonly wanted: StoredClientSupplement
  readonly action: 'SUPPLEMENT_CHANGED' | 'SUPPLEMENT_FINISHED'
  /** Doses of its replacement that the client has taken today as doses of this one. */
  readonly takenOver?: readonly TakenDose[]
}

export interface PublicationStep {
  readonly name: string
  readonly added: readonly StoredClientSupplement[]
  readonly changed: readonly Change[]
  readonly catalogueEntry?: { readonly supplementId: string; readonly name: string; readonly createdAt: string }
}

type Course = ReturnType<typeof toCourses>[number]
type RowIdentity = Pick<
  StoredClientSupplement,
  'customerId' | 'clientSupplementId' | 'supplementId' | 'name' | 'status' | 'version' | 'createdAt'
>

/**
 * The steps of the publication not applied yet. Writes of an earlier try are recognised by their ids, derived from the
 * request, and by the version after the one seen.
 * @throws Refusal `changed-meanwhile` when somebody else has changed the protocol
 */
export async function planPublication(
  publication: Publication,
  protocol: readonly StoredClientSupplement[],
  services: ActionServices,
): Promise<readonly PublicationStep[]> {
  const { body, customerId } = publication
  const today = toPracticeDay(services.now())
  const taken = await findTakenDoses(services.data, customerId, { from: today, to: today })
  const plan = new ProtocolPlan(publication, { protocol, taken, today }, services)
  plan.requireSeen()
  const changed = body.change.map((line, index) => plan.change(line, index))
  const prescribed = await Promise.all(body.prescribe.map((line, index) => plan.prescribe(line, index)))
  const past = body.finish.length > 0 ? await readPastCourses(publication, services) : []
  const replacing = [...plan.listChanged(changed, past), ...plan.listPrescribed(prescribed)]
  const finished = body.finish.map((clientSupplementId) => plan.finish(clientSupplementId, replacing))
  const steps = [...changed, ...finished, ...prescribed].filter((step) => step !== undefined)
  plan.requireShort(steps)
  return steps
}

/** What the lines were that an earlier try has changed, and its answer was lost. */
const readPastCourses = async ({ customerId, body }: Publication, { data }: ActionServices) =>
  body.change.length > 0
    ? (await data.pastCourses.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })).data
    : []

interface Replacing {
  readonly supplementId: string
  readonly doses: readonly TakenDose[]
}

interface KnownProtocol {
  readonly protocol: readonly StoredClientSupplement[]
  /** The client's ticks of today. */
  readonly taken: readonly TakenDose[]
  readonly today: string
}

class ProtocolPlan {
  readonly #publication: Publication
  readonly #stored: ReadonlyMap<string, StoredClientSupplement>
  readonly #seen: ReadonlyMap<string, number>
  readonly #services: ActionServices
  readonly #taken: readonly TakenDose[]
  readonly #today: string
  readonly #takenOver = new Set<string>()

  constructor(publication: Publication, { protocol, taken, today }: KnownProtocol, services: ActionServices) {
    this.#publication = publication
    this.#stored = new Map(protocol.map((stored) => [stored.clientSupplementId, stored]))
    this.#seen = new Map(publication.body.seen.map(({ clientSupplementId, version }) => [clientSupplementId, version]))
    this.#services = services
    this.#taken = taken
    this.#today = today
  }

  requireSeen(): void {
    const { change, finish, prescribe } = this.#publication.body
    const changing = new Set([...change.flatMap(({ clientSupplementIds }) => clientSupplementIds), ...finish])
    const own = new Set([
      ...change.flatMap((line, index) => this.#ownIds('change', line, index)),
      ...prescribe.flatMap((line, index) => this.#ownIds('prescribe', line, index)),
    ])
    for (const stored of this.#stored.values()) {
      const { clientSupplementId, endDate = null } = stored
      const isKnown = this.#seen.has(clientSupplementId) || own.has(clientSupplementId)
      if (!isKnown && isInForce({ ...stored, endDate }, this.#today)) throwRefusal('changed-meanwhile')
    }
    for (const [clientSupplementId, version] of this.#seen) {
      const isStill = this.#stored.get(clientSupplementId)?.version === version
      if (!isStill && !changing.has(clientSupplementId)) throwRefusal('changed-meanwhile')
    }
  }

  /** A longer protocol cannot be compared, or checked beside the changes in one transaction. */
  requireShort(steps: readonly PublicationStep[]): void {
    const isOpen = (row: StoredClientSupplement) => isInForce({ ...row, endDate: row.endDate ?? null }, this.#today)
    const after = new Map(this.#stored)
    for (const { added, changed } of steps)
      for (const row of [...added, ...changed.map(({ wanted }) => wanted)]) after.set(row.clientSupplementId, row)
    if (
      steps.every(({ added }) => added.length === 0) ||
      [...after.values()].filter(isOpen).length <= MAX_PRESCRIPTIONS
    )
      return
    const problem = `Una pauta tiene como máximo ${MAX_PRESCRIPTIONS} tomas distintas: publica menos, o finaliza otras`
    throw new RefusalError('invalid-input', { problems: { prescribe: [problem] } })
  }

  change(line: PublishProtocol['change'][number], index: number): PublicationStep | undefined {
    const { clientSupplementIds, ...course } = line
    const rows = clientSupplementIds.map((id) => this.#stored.get(id) ?? throwRefusal('changed-meanwhile'))
    const courses = toCourses(course)
    const ownIds = this.#ownIds('change', line, index)
    // Before the groups: rows that this publication has made one are no group any more.
    if (rows.some((row) => row.version !== this.#seen.get(row.clientSupplementId))) {
      return this.#requireDone(rows, ownIds, courses)
    }
    const [first] = rows
    if (!first || rows.some((row) => row !== first && (row.groupId ?? row) !== first.groupId))
      throw new RefusalError('invalid-input', { problems: { change: ['Son suplementos distintos'] } })
    return this.#toStep({ rows, courses, ownIds, groupId: first.groupId ?? this.#idOf('csg', 'change', index) })
  }

  #requireDone(
    rows: readonly StoredClientSupplement[],
    ownIds: readonly string[],
    courses: readonly Course[],
  ): undefined {
    const added = ownIds.flatMap((id) => this.#stored.get(id) ?? [])
    const present = [...rows, ...added].filter(({ status }) => status !== 'completed')
    const isDone =
      present.length === courses.length && courses.every((course) => present.some((row) => isSameCourse(row, course)))
    return isDone ? undefined : throwRefusal('changed-meanwhile')
  }

  #toStep({ rows, courses, ownIds, groupId: ofSeveral }: Line): PublicationStep | undefined {
    const [first] = rows
    if (!first) return undefined
    const others = this.#othersOfGroup(rows)
    const groupId = courses.length > 1 || others.length > 0 ? ofSeveral : undefined
    const pairs = pairByMoment(rows, courses)
    const toVersion = (course: Course, stored: RowIdentity): StoredClientSupplement => ({
      ...this.#toStored(course, stored),
      ...(groupId && { groupId }),
    })
    const kept = rows.flatMap((stored): readonly Change[] => {
      const course = pairs.get(stored)
      if (!course) return []
      if (isSameCourse(stored, course) && stored.groupId === groupId) return []
      const { packOrderedOn, packOrderedFor } = stored
      const wanted = {
        ...toVersion(course, { ...stored, version: stored.version + 1 }),
        ...(packOrderedFor && { packOrderedOn, packOrderedFor }),
      }
      return [{ stored, wanted: toCountedVersion(stored, wanted, this.#services), action: 'SUPPLEMENT_CHANGED' }]
    })
    const paired = new Set(pairs.values())
    const added = courses.flatMap((course, at) => {
      if (paired.has(course)) return []
      const { name, supplementId, status } = first
      const clientSupplementId = ownIds[at] ?? ''
      return [toVersion(course, { ...this.#newRow({ clientSupplementId, name, supplementId }), status })]
    })
    const versions = new Map(kept.map(({ stored, wanted }) => [stored, wanted]))
    const line = [...[...pairs.keys()].map((row) => versions.get(row) ?? row), ...added]
    const doses = line.flatMap((row) => listDoses(row, this.#today))
    const finished = rows.filter((row) => !pairs.has(row)).map((row) => this.#finished(row, doses))
    const renamed = kept.map((change) => this.#withRenamed(change, doses))
    const changed = [...renamed, ...finished]
    for (const row of [...changed.map(({ wanted }) => wanted), ...added]) refuseSharedMoments(row, others, this.#today)
    return changed.length + added.length > 0 ? { name: first.name, added, changed } : undefined
  }

  #othersOfGroup(rows: readonly StoredClientSupplement[]): readonly StoredClientSupplement[] {
    const groupId = rows[0]?.groupId
    return groupId ? [...this.#stored.values()].filter((row) => row.groupId === groupId && !rows.includes(row)) : []
  }

  finish(clientSupplementId: string, replacements: readonly Replacing[]): PublicationStep | undefined {
    const stored = this.#stored.get(clientSupplementId) ?? throwRefusal('changed-meanwhile')
    if (stored.version !== this.#seen.get(clientSupplementId)) {
      return stored.status === 'completed' ? undefined : throwRefusal('changed-meanwhile')
    }
    // An open page shows a course that ended yesterday: finished today it would last a day longer.
    if (computeSupplementStatus({ ...stored, endDate: stored.endDate ?? null }, this.#today) === 'completed')
      return undefined
    const replacing = replacements.flatMap(({ supplementId, doses }) =>
      supplementId === stored.supplementId ? doses : [],
    )
    return { name: stored.name, added: [], changed: [this.#finished(stored, replacing)] }
  }

  async prescribe(line: PublishProtocol['prescribe'][number], index: number): Promise<PublicationStep | undefined> {
    const { name: wantedName, ...rest } = line
    const courses = toCourses(rest)
    const ids = this.#ownIds('prescribe', line, index)
    if (ids.some((id) => this.#stored.has(id))) return undefined
    const { supplementId, name, known } = await findOrBuildCatalogueSupplement(wantedName, this.#services)
    const groupId = courses.length > 1 ? this.#idOf('csg', 'prescribe', index) : undefined
    const added = courses.map((course, at): StoredClientSupplement => ({
      ...this.#toStored(course, this.#newRow({ clientSupplementId: ids[at] ?? '', name, supplementId })),
      ...(groupId && { groupId }),
    }))
    const createdAt = this.#services.now().toISOString()
    return { name, added, changed: [], ...(!known && { catalogueEntry: { supplementId, name, createdAt } }) }
  }

  /** Otherwise the client would read today's doses of both, and take two. */
  #finished(stored: StoredClientSupplement, replacing: readonly TakenDose[]): Change {
    const wanted = toCountedVersion(stored, toFinishedVersion(stored, this.#today), this.#services)
    const finished: Change = { stored, wanted, action: 'SUPPLEMENT_FINISHED' }
    const takenOver = computeTakenOver({ stored, replacing, taken: this.#taken, day: this.#today })
    if (!takenOver) return finished
    const counted = { ...wanted, countedFrom: addDays(this.#today, 1) }
    return { ...finished, wanted: counted, takenOver: takenOver.filter((dose) => this.#isFirstOf(dose)) }
  }

  #withRenamed(change: Change, replacing: readonly TakenDose[]): Change {
    const renamed = computeRenamed({ stored: change.stored, replacing, taken: this.#taken })
    return { ...change, takenOver: renamed.filter((dose) => this.#isFirstOf(dose)) }
  }

  /** A transaction writes an item once, and two supplements may be replaced by one. */
  #isFirstOf({ clientSupplementId, time }: TakenDose): boolean {
    const key = `${clientSupplementId} ${time}`
    const isFirst = !this.#takenOver.has(key)
    this.#takenOver.add(key)
    return isFirst
  }

  listPrescribed(steps: readonly (PublicationStep | undefined)[]): readonly Replacing[] {
    const written = this.#publication.body.prescribe.flatMap((line, index) => this.#written('prescribe', line, index))
    const rows = [...steps.flatMap((step) => step?.added ?? []), ...written]
    return rows.map((row) => ({ supplementId: row.supplementId, doses: listDoses(row, this.#today) }))
  }

  /** A row without a past course was new that day: all of its doses are. */
  listChanged(steps: readonly (PublicationStep | undefined)[], past: readonly PastCourse[]): readonly Replacing[] {
    return this.#publication.body.change.map((line, index) => {
      const step = steps[index]
      const rows = line.clientSupplementIds.flatMap((id) => this.#stored.get(id) ?? [])
      const before = rows.flatMap((row): readonly (StoredClientSupplement | PastCourse)[] => {
        const { clientSupplementId } = row
        const seen = this.#seen.get(clientSupplementId)
        if (row.version === seen) return [row]
        return past.filter((each) => each.clientSupplementId === clientSupplementId && each.version === seen)
      })
      const after = step
        ? [...step.added, ...step.changed.map(({ wanted }) => wanted)]
        : [...rows, ...this.#written('change', line, index)]
      const supplementId = rows[0]?.supplementId ?? ''
      return { supplementId, doses: listNewDoses({ before, after }, this.#today) }
    })
  }

  /** By an earlier try, whose answer was lost. */
  #written(kind: 'change' | 'prescribe', line: ProtocolLine, index: number): readonly StoredClientSupplement[] {
    return this.#ownIds(kind, line, index).flatMap((id) => this.#stored.get(id) ?? [])
  }

  #newRow(row: Pick<StoredClientSupplement, 'clientSupplementId' | 'name' | 'supplementId'>) {
    const { customerId } = this.#publication
    return { ...row, customerId, status: 'active' as const, version: 1, createdAt: this.#services.now().toISOString() }
  }

  #toStored(course: Course, row: RowIdentity): StoredClientSupplement {
    const { customerId, clientSupplementId, supplementId, name, status, version, createdAt } = row
    return {
      ...toStoredRecord(clientSupplementFields, course),
      times: toDoseTimes(course),
      customerId,
      clientSupplementId,
      supplementId,
      name,
      status,
      version,
      createdAt,
    }
  }

  /** Depends on the line's content: a corrected one is another prescription. */
  #ownIds(kind: 'change' | 'prescribe', line: ProtocolLine, index: number): readonly string[] {
    return toCourses(line).map((_, at) => this.#idOf('csu', kind, index, at, JSON.stringify(line)))
  }

  #idOf(prefix: 'csu' | 'csg', ...parts: readonly (string | number)[]): string {
    const { actor, customerId, body } = this.#publication
    return toRequestedId(prefix, { actor, customerId, requestId: body.requestId }, ...parts)
  }
}

interface Line {
  readonly rows: readonly StoredClientSupplement[]
  readonly courses: readonly Course[]
  readonly ownIds: readonly string[]
  readonly groupId: string
}

function pairByMoment(
  rows: readonly StoredClientSupplement[],
  courses: readonly Course[],
): ReadonlyMap<StoredClientSupplement, Course> {
  const pairs = new Map<StoredClientSupplement, Course>()
  const isFree = (course: Course) => ![...pairs.values()].includes(course)
  for (const row of rows) {
    const course = courses.find((each) => isFree(each) && each.times.some((time: string) => row.times.includes(time)))
    if (course) pairs.set(row, course)
  }
  for (const row of rows.filter((each) => !pairs.has(each))) {
    const course = courses.find(isFree)
    if (course) pairs.set(row, course)
  }
  return pairs
}
