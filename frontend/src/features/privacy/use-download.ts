import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { DataExport } from '#contract/privacy'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { read } from '../../api/query.ts'
import { Refused } from '../../api/refused.ts'
import { browser } from '../../ui/browser.ts'
import { notify } from '../../ui/notify.ts'

/** How often it is asked how far a download has come, in milliseconds. */
const ASK_EVERY = 2000

const latest = read(api.privacy.latestExport, {})

const isUnderWay = ({ state }: DataExport) => state === 'queued' || state === 'working'

/** A download that could not be made. What the server says of it is nothing that its owner could do something about. */
class NotMade extends Error {}

const sentenceFor = (error: unknown): string => {
  if (!(error instanceof Refused)) return 'No pudimos generar la descarga. Inténtalo de nuevo.'
  const signedOut = error.code === 'not-signed-in' || error.code === 'session-ended'
  return signedOut ? 'No hay sesión activa' : errorText(error)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_EVERY))

/** The download of the caller's data: how it stands, and how to have one made or fetch the one that is ready. */
export function useDownload() {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...latest,
    // What was being made when the page was opened is followed to its end.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? ASK_EVERY : false),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: async (kind: 'anew' | 'ready') => {
      if (kind === 'anew') queries.setQueryData(latest.queryKey, await call(api.privacy.requestExport, { body: {} }))
      // The link of an answer works for a minute, so the one that is followed is always a new one.
      const ask = () => queries.fetchQuery({ ...latest, staleTime: 0, retry: false })
      let known = await ask()
      while (isUnderWay(known)) {
        await pause()
        known = await ask()
      }
      if (!known.download) throw new NotMade(known.state)
      return known.download
    },
    onSuccess: ({ url, fileName }) => {
      browser.leaveFor(url)
      notify.success('Descarga iniciada', fileName)
    },
    onError: (error) => notify.failure('Error', sentenceFor(error)),
  })
  const underWay = isPending || (data !== undefined && isUnderWay(data))
  return { data, underWay, make: () => mutate('anew'), fetch: () => mutate('ready') }
}
