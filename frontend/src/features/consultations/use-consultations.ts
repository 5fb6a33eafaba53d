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

/** The caller's consultations and how many there are. */
export const useOwnConsultations = () => ({ list: useInfiniteQuery(listed), counts: useQuery(counted) })

/** What comes next, and what is paid and has no date yet. */
export const useNextConsultation = () => useQuery(next)

/** Whether the caller has agreed to our using what they say of their health. */
export const useMayWriteMessage = (): boolean => useQuery(read(api.consent.readHealth, {})).data?.state === 'given'

/** Asks for, moves and cancels the caller's own consultations, and then looks what there is now. */
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

/** Gives the calendar file of a consultation to keep. */
export const useCalendarFile = () =>
  useMutation({
    mutationFn: ({ consultationId }: OwnConsultation) =>
      call(api.consultations.calendarOfMine, { params: { consultationId } }),
    onSuccess: ({ fileName, ics }) => browser.download(fileName, ics),
    onError: (error) => notify.failure('Error', errorText(error)),
  })
