import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { DataExport } from '#contract/privacy'
import { callApi } from '../../api/call-api.ts'
import { downloadFile } from '../../api/download-file.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { ApiError } from '../../api/api-error.ts'
import { showNotice } from '../../ui/show-notice.ts'

/** Polling interval in milliseconds. */
const ASK_EVERY = 2000

const latest = endpointQueryOptions(apiContract.privacy.latestExport, {})

const isUnderWay = ({ state }: DataExport) => state === 'queued' || state === 'working'

/** The export failed; the server's reason would not help the user. */
class NotMade extends Error {}

class NotFetched extends Error {}

const sentenceFor = (error: unknown): string => {
  if (error instanceof NotFetched) return 'No se pudo descargar el archivo.'
  if (!(error instanceof ApiError)) return 'No pudimos generar la descarga. Inténtalo de nuevo.'
  const signedOut = error.code === 'not-signed-in' || error.code === 'session-ended'
  return signedOut ? 'No hay sesión activa' : toErrorMessage(error)
}

const MAX_UNANSWERED = 15

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_EVERY))

/** Polls until the export has ended; it continues on the server during network failures. */
async function finished(asked: DataExport | undefined, ask: () => Promise<DataExport>): Promise<DataExport> {
  let known = asked
  let unanswered = 0
  for (;;) {
    try {
      known = await ask()
      unanswered = 0
    } catch (error) {
      unanswered += 1
      if (!known || error instanceof ApiError || unanswered > MAX_UNANSWERED) throw error
    }
    if (!isUnderWay(known)) return known
    await pause()
  }
}

export function useOwnDataDownload() {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...latest,
    // Follows an export that was running when the page was opened.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? ASK_EVERY : false),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: async (kind: 'anew' | 'ready') => {
      const asked = kind === 'anew' ? await callApi(apiContract.privacy.requestExport, { body: {} }) : undefined
      if (asked) queries.setQueryData(latest.queryKey, asked)
      // The link expires after a minute, so a new one is requested.
      const known = await finished(asked, () => queries.fetchQuery({ ...latest, staleTime: 0, retry: false }))
      if (!known.download) throw new NotMade(known.state)
      await downloadFile(known.download.url).catch((error: unknown) => {
        throw new NotFetched('the storage does not give it', { cause: error })
      })
      return known.download
    },
    onSuccess: ({ fileName }) => showNotice.success('Descarga iniciada', fileName),
    onError: (error) => showNotice.failure('Error', sentenceFor(error)),
  })
  const underWay = isPending || (data !== undefined && isUnderWay(data))
  return { data, underWay, make: () => mutate('anew'), fetch: () => mutate('ready') }
}
