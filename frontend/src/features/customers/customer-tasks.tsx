import { useQuery } from '@tanstack/react-query'
import { describeAnswerDue } from '#contract/answer-time-text'
import { addDays, createDayFormatter, daysBetween, toPracticeDay } from '#contract/calendar-days'
import { apiContract } from '#contract/api'
import { carePathwayTaskKinds, type CustomerTask, type CustomerTaskKind } from '#contract/customer-lists'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import type { TaskSource } from '../../ui/task-list.tsx'
import { toCustomerTaskPath } from './customer-task-places.ts'

const formatShortDay = createDayFormatter({ day: 'numeric', month: 'short' })

const ASK_EVERY_MS = 60_000

interface KindWords {
  readonly kind: string
  readonly fact: (task: CustomerTask, today: string) => string
  readonly press: string
}

const toOwedBy: KindWords['fact'] = ({ at }, today) => {
  const day = toPracticeDay(at)
  return day < today ? `con retraso desde el ${formatShortDay(day)}` : `plazo hasta el ${formatShortDay(day)}`
}

const words: Readonly<Record<CustomerTaskKind, KindWords>> = {
  'proposal-to-present': { kind: 'Presupuesto pendiente', fact: toOwedBy, press: 'Preparar' },
  'analyses-to-request': { kind: 'Pruebas por pedir', fact: toOwedBy, press: 'Escribirle' },
  'plan-to-publish': { kind: 'Pauta por publicar', fact: toOwedBy, press: 'Seguir con la pauta' },
  'plan-ended': { kind: 'Pauta terminada', fact: toOwedBy, press: 'Revisar pauta' },
  'email-unproven': {
    kind: 'Email sin verificar',
    fact: ({ at }) => `pagó el ${formatShortDay(toPracticeDay(at))}`,
    press: 'Corregir o devolver',
  },
  'payment-disputed': {
    kind: 'Pago en disputa',
    fact: ({ at }) => `responde en Stripe antes del ${formatShortDay(toPracticeDay(at))}`,
    press: 'Ver pago',
  },
  'question-waiting': {
    kind: 'Sin responder',
    fact: ({ at }) => describeTimeLeft(at, getServerNow()),
    press: 'Responder',
  },
  'questionnaire-unread': {
    kind: 'Cuestionario sin leer',
    fact: ({ at }) => `guardado el ${formatShortDay(toPracticeDay(at))}`,
    press: 'Leer',
  },
  'adherence-falling': {
    kind: 'Adherencia a la baja',
    fact: ({ percent, percentBefore }) => `del ${percentBefore} % al ${percent} %`,
    press: 'Ver tomas',
  },
  'analysis-unexplained': {
    kind: 'Analítica sin explicar',
    fact: ({ at }) => `desde el ${formatShortDay(toPracticeDay(at))}`,
    press: 'Explicar',
  },
  'check-in-worse': {
    kind: 'Dos semanas peor',
    fact: ({ at }) => `lo contó el ${formatShortDay(toPracticeDay(at))}`,
    press: 'Ver semanas',
  },
  'budget-question': {
    kind: 'Pregunta de presupuesto',
    fact: ({ at }) => `preguntó el ${formatShortDay(toPracticeDay(at))}`,
    press: 'Contestar',
  },
  'budget-late': {
    kind: 'Parte sin pagar',
    fact: ({ at }) => `prevista para el ${formatShortDay(toPracticeDay(at))}`,
    press: 'Ver presupuesto',
  },
  'budget-invoice': {
    kind: 'Factura por emitir',
    fact: ({ at }) => `pagado el ${formatShortDay(toPracticeDay(at))}`,
    press: 'Ver presupuesto',
  },
  'budget-credit-note': {
    kind: 'Factura rectificativa',
    fact: ({ at }) => `devuelto el ${formatShortDay(toPracticeDay(at))}`,
    press: 'Ver presupuesto',
  },
  'pack-ending': {
    kind: 'Envase casi vacío',
    fact: ({ at }, today) => formatDaysLeft(toPracticeDay(at), today),
    press: 'Ver pauta',
  },
}

function describeTimeLeft(dueAt: string, now: Date): string {
  const due = describeAnswerDue(dueAt, now)
  return dueAt < now.toISOString() ? `con retraso desde ${due}` : `antes d${due}`
}

function formatDaysLeft(day: string, today: string): string {
  if (day < today) return 'se ha acabado'
  if (day === today) return 'se acaba hoy'
  return day === addDays(today, 1) ? 'se acaba mañana' : `quedan ${daysBetween(today, day)} días`
}

const withDeadline: ReadonlySet<CustomerTaskKind> = new Set([
  ...carePathwayTaskKinds,
  'pack-ending',
  'payment-disputed',
  'question-waiting',
])

export function useCustomerTasks(today: string): TaskSource {
  const { data, isPending, error, refetch } = useQuery({
    ...endpointQueryOptions(apiContract.customers.listTasks, {}),
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: false,
  })
  return {
    tasks: (data?.items ?? []).map((task) => {
      const { kind, fact, press } = words[task.kind]
      const to = toCustomerTaskPath(task.kind, task.customerId)
      return {
        id: `${task.kind} ${task.customerId}`,
        kind,
        person: task.customerName,
        to,
        fact: fact(task, today),
        at: withDeadline.has(task.kind) ? { deadline: task.at } : { since: task.at },
        isForToday: withDeadline.has(task.kind) && toPracticeDay(task.at) <= today,
        action: (
          <ButtonLink to={to} variant="plain" size="small">
            {press}
            <span className="visually-hidden">: {task.customerName}</span>
          </ButtonLink>
        ),
      }
    }),
    isPending,
    error,
    refetch,
    hasMore: data?.more ?? false,
  }
}
