import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnConsultation } from '#contract/consultation'
import { api } from '#contract/api'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { read, readPages, write } from '../../api/query.ts'
import { browser } from '../../ui/browser.ts'
import { notify } from '../../ui/notify.ts'

const listed = readPages(api.consultations.listMine, { query: {} })
const counted = read(api.consultations.countMine, {})
const next = read(api.consultations.nextOfMine, {})

export const useOwnConsultations = () => ({ list: useInfiniteQuery(listed), counts: useQuery(counted) })

export const useNextConsultation = () => useQuery(next)

/** Free text may hold health data, so it needs the consent. */
export const useMayWriteMessage = (): boolean => useQuery(read(api.consent.readHealth, {})).data?.state === 'given'

export function useOwnChanges(done: () => void) {
  const queries = useQueryClient()
  const look = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: listed.queryKey }),
      queries.invalidateQueries({ queryKey: counted.queryKey }),
      queries.invalidateQueries({ queryKey: next.queryKey }),
    ])
  const after = (said: string, more?: string) => ({
    onSuccess: () => {
      notify.success(said, more)
      done()
      return look()
    },
    // Whatever was refused because it is not as it was is shown as it is.
    onError: look,
  })
  return {
    request: useMutation({
      ...write(api.consultations.request),
      ...after('Consulta programada', 'Te escribiremos cuando confirmemos la hora.'),
    }),
    move: useMutation({ ...write(api.consultations.move), ...after('Consulta actualizada') }),
    cancel: useMutation({ ...write(api.consultations.cancel), ...after('Consulta eliminada') }),
  }
}

export const useCalendarFile = () =>
  useMutation({
    mutationFn: ({ consultationId }: OwnConsultation) =>
      call(api.consultations.calendarOfMine, { params: { consultationId } }),
    onSuccess: ({ fileName, ics }) => browser.download(fileName, ics),
    onError: (error) => notify.failure('Error', errorText(error)),
  })
