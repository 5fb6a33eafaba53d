import type { CarePathway, CarePathwayState } from '#contract/care-pathway'
import { getAgendaState } from '../features/consultations/agenda-layout.ts'
import { findChangedSinceRead, useCustomerQuestionnaire } from '../features/questionnaire/use-customer-questionnaire.ts'
import { formatInteger } from '../ui/format.ts'
import { useCurrentMinute } from '../ui/use-current-minute.ts'
import { useCustomerConsultationList } from '../features/consultations/agenda-queries.ts'

interface RecordMarks {
  readonly payments?: string | undefined
  readonly consultations?: string | undefined
  readonly analytics?: string | undefined
  readonly supplements?: string | undefined
  readonly questionnaire?: string | undefined
  readonly messages?: string | undefined
}

/**
 * Derived only from data that the head loads: reading a list of files or supplements for a mark
 * would show up in the client's log of who opened their data.
 */
export function useRecordMarks(customerId: string, pathway: CarePathway | undefined): RecordMarks {
  const consultations = useConsultationMark(customerId)
  const read = useCustomerQuestionnaire(customerId)
  return {
    ...(pathway && toPathwayMarks(pathway)),
    consultations,
    questionnaire: toQuestionnaireMark(findChangedSinceRead(read.data?.pages[0])),
  }
}

const supplementMarks: Readonly<Partial<Record<CarePathwayState, string>>> = {
  'plan-to-publish': 'por publicar',
  'plan-ended': 'terminada',
}

function toPathwayMarks({ facts, state }: CarePathway): RecordMarks {
  const { orderToSchedule, analysesDone = '', firstHeld = '', followUpHeld = firstHeld, finished } = facts
  // Results newer than the last consultation have not been discussed yet.
  const isNew = analysesDone > followUpHeld && !finished
  return {
    payments: orderToSchedule && 'pago sin fecha',
    analytics: isNew ? 'nuevas' : undefined,
    supplements: supplementMarks[state],
    messages: facts.questionAsked && 'por responder',
  }
}

function useConsultationMark(customerId: string): string | undefined {
  const now = useCurrentMinute().getTime()
  const { data } = useCustomerConsultationList(customerId)
  const states = (data?.pages.flatMap(({ items }) => items) ?? []).map((each) => getAgendaState(each, now))
  const [asked, unclosed] = (['request', 'unclosed'] as const).map((state) => states.filter((each) => each === state))
  if (asked?.length) return asked.length === 1 ? '1 petición' : `${formatInteger(asked.length)} peticiones`
  return unclosed?.length ? `${formatInteger(unclosed.length)} sin cerrar` : undefined
}

function toQuestionnaireMark(changed: number | 'unread'): string | undefined {
  if (changed === 'unread') return 'sin leer'
  if (changed === 0) return undefined
  return changed === 1 ? '1 nueva' : `${formatInteger(changed)} nuevas`
}
