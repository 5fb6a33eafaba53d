import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { CheckIn } from '#contract/check-in'
import type { EndpointReply } from '#contract/endpoint'
import { ApiUnreachableError } from '../../api/api-error.ts'
import { useAuth } from '../../api/auth.tsx'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { showNotice } from '../../ui/show-notice.ts'
import {
  addPendingCheckIn,
  type CheckInRequest,
  readPendingCheckIns,
  removePendingCheckIn,
  sendPendingCheckIns,
} from './pending-check-ins.ts'

const { listCheckInsOfMine, saveCheckIn } = apiContract.questionnaire
const mine = endpointQueryOptions(listCheckInsOfMine, {})
const unsentOf = (userId: string) => ['unsent check-ins', userId] as const

const AGAIN_MS = 15_000

const withWeek = (weeks: readonly CheckIn[], week: CheckIn): CheckIn[] =>
  [...weeks.filter((each) => each.week !== week.week), week].toSorted((a, b) => b.week.localeCompare(a.week))

const noteSaved = (queries: QueryClient, saved: CheckIn) =>
  queries.setQueryData<EndpointReply<typeof listCheckInsOfMine>>(
    mine.queryKey,
    (known) => known && { items: withWeek(known.items, saved) },
  )

function useUnsent(userId: string) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: unsentOf(userId),
    queryFn: async () => {
      const { saved, refused } = await sendPendingCheckIns(userId)
      for (const each of saved) noteSaved(queries, each)
      if (refused[0]) showNotice.failure('Tu semana no se ha podido guardar', toErrorMessage(refused[0]))
      return readPendingCheckIns(userId)
    },
    initialData: () => readPendingCheckIns(userId),
    initialDataUpdatedAt: 0,
    networkMode: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? AGAIN_MS : false),
  })
}

const toCheckIn = ({ at, note, ...answer }: CheckInRequest): CheckIn => ({
  ...answer,
  note: note || null,
  answeredAt: at ?? '',
})

/** Latest week first, including answers waiting for a connection. */
export function useOwnCheckIns() {
  const { account } = useAuth()
  const { data, error, refetch } = useQuery(mine)
  const { data: unsent } = useUnsent(account?.userId ?? '')
  return {
    weeks: data && unsent.map(toCheckIn).reduce<readonly CheckIn[]>(withWeek, data.items),
    isWaiting: unsent.length > 0,
    error,
    retry: () => void refetch(),
  }
}

/** Offline the answer is stored in this browser and sent later; `done` is called in both cases. */
export function useSaveCheckIn(done: () => void) {
  const { account } = useAuth()
  const userId = account?.userId ?? ''
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: CheckInRequest) => {
      try {
        return await callApi(saveCheckIn, { body })
      } catch (error) {
        const isOffline = error instanceof ApiUnreachableError && error.status === undefined
        if (isOffline && addPendingCheckIn(userId, body)) return undefined
        throw error
      }
    },
    onSuccess: (saved, body) => {
      if (saved) {
        removePendingCheckIn(userId, body)
        noteSaved(queries, saved)
      }
      queries.setQueryData(unsentOf(userId), readPendingCheckIns(userId))
      done()
    },
  })
}
