import type { CarePathwayState, CarePathwayStateOfPractice } from '#contract/care-pathway'
import {
  type CarePathwayTaskKind,
  carePathwayTaskKinds,
  type CustomerPathway,
  type CustomerTaskKind,
} from '#contract/customer-lists'
import {
  customerTaskPlaces,
  type RecordSection,
  toCustomerTaskPath,
} from '../features/customers/customer-task-places.ts'

interface DueAct {
  readonly section: RecordSection
  readonly text: string
  /** @default the tab `section` */
  readonly to?: (customerId: string) => string
}

const toClose: DueAct = { section: 'consultations', text: 'Cerrar la consulta' }
const toConfirm: DueAct = { section: 'consultations', text: 'Confirmar la hora' }

type AgendaState = Exclude<CarePathwayStateOfPractice, CarePathwayTaskKind>
type DueActs = Record<AgendaState, DueAct> & Partial<Record<CarePathwayState, DueAct>>

/** A state on the practice's turn without an act does not compile; acts of those that are tasks: `customerTaskPlaces`. */
const dueActs: Readonly<DueActs> = {
  'hour-to-propose': { section: 'consultations', text: 'Proponer otras horas', to: () => '/admin/agenda' },
  'hour-to-confirm': toConfirm,
  'follow-up-to-confirm': toConfirm,
  'first-running': { ...toClose, text: 'Ver la consulta' },
  'follow-up-running': { ...toClose, text: 'Ver la consulta' },
  'first-to-close': toClose,
  'follow-up-to-close': toClose,
}

interface Due {
  readonly act: (Pick<DueAct, 'text' | 'to'> & { readonly section?: RecordSection }) | undefined
  /** Undefined opens Facturas. */
  readonly section: RecordSection | undefined
}

export function findNextAct(pathway: CustomerPathway | undefined): Due {
  const act = pathway && dueActs[pathway.state]
  if (act) return { act, section: act.section }
  const ofState = carePathwayTaskKinds.filter((kind) => kind === pathway?.state)
  const tasks = [...ofState, ...(pathway?.tasks ?? [])]
  return {
    act: tasks.map(toAct).find((each) => each !== undefined),
    // The first task with a section; most tasks on pages of their own have none.
    section: tasks.map((kind) => customerTaskPlaces[kind].section).find((each) => each !== undefined),
  }
}

function toAct(kind: CustomerTaskKind) {
  const { act: text } = customerTaskPlaces[kind]
  return text === undefined ? undefined : { text, to: (customerId: string) => toCustomerTaskPath(kind, customerId) }
}
