import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import type { EndpointReply } from '#contract/endpoint'
import { getFieldInputSchemas, getObjectKeys } from '#contract/record-fields'
import { type SessionNotes, sessionNotesFields } from '#contract/session-notes'
import { useAuth } from '../../api/auth.tsx'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { createUserDraftStore, visitorDraftStore } from '../../ui/form-draft-store.ts'
import { useFormWithoutDraft } from '../../ui/use-draft-form.ts'
import {
  SessionNotesSaver,
  type SessionNotesState,
  type SessionNotesValues,
  toSessionNotesValues,
} from './session-notes-saver.ts'

export interface SessionNotesKey {
  readonly customerId: string
  readonly consultationId: string
}

const { readNotes, saveNotes, listNotesOfCustomer, listNoteEditions } = apiContract.consultations

/** Refetched on each opening, so that changes saved elsewhere are not overwritten. */
export const useStoredSessionNotes = (params: SessionNotesKey) =>
  useQuery({ ...endpointQueryOptions(readNotes, { params }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })

export type StoredSessionNotes = EndpointReply<typeof readNotes>

const Texts = z.object(getFieldInputSchemas(sessionNotesFields))

export function useSessionNotes(params: SessionNotesKey, stored: SessionNotes | null) {
  const queries = useQueryClient()
  const { session } = useAuth()
  const [state, setState] = useState<SessionNotesState>({ at: 'server' })
  const [notes, setNotes] = useState(stored)
  const form = useFormWithoutDraft<SessionNotesValues, z.output<typeof Texts>>({
    resolver: zodResolver(Texts) as never,
    defaultValues: toSessionNotesValues(stored),
    mode: 'onChange',
  })
  const { getValues, setValue, subscribe } = form
  const [saver] = useState(
    () =>
      new SessionNotesSaver({
        notes: stored,
        store: session ? createUserDraftStore(session.userId) : visitorDraftStore,
        name: `session-notes:${params.consultationId}`,
        read: () => getValues(),
        show: (values) => {
          const before = getValues()
          for (const field of getObjectKeys(values).filter((each) => before[each] !== values[each]))
            setValue(field, values[field], { shouldValidate: true })
        },
        send: async (body) => {
          const saved = await callApi(saveNotes, { params, body })
          void invalidateEndpoints(queries, listNotesOfCustomer, listNoteEditions)
          return saved
        },
        readStored: async () => (await callApi(readNotes, { params })).notes,
        tell: (next, saved) => {
          setState(next)
          setNotes(saved)
        },
      }),
  )
  useEffect(() => {
    saver.begin()
    const flush = () => void saver.flush()
    const stop = subscribe({ formState: { values: true }, callback: () => saver.changed() })
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      stop()
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
      saver.end()
    }
  }, [saver, subscribe])
  return { form, saver, state, notes }
}
export type SessionNotesForm = ReturnType<typeof useSessionNotes>
