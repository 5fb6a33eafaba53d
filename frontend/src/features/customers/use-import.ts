import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { CHUNK_ROWS, type CheckedImport, type CustomerImport, type NewCustomer } from '#contract/customer-import'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { read } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'
import { useLookAgain } from './use-customers.ts'

const imports = read(api.customers.listImports, {})

export const useImports = () => useQuery({ ...imports, staleTime: 0 })

/** A file that the server has looked at and not written. */
export interface Checked extends CheckedImport {
  readonly fileName: string
}

/** Files from Spanish spreadsheets are often not UTF-8; what is not is read as they write it. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export const useCheck = () =>
  useMutation({
    mutationFn: async (file: File): Promise<Checked> => ({
      ...(await call(api.customers.checkImport, { body: { text: await textOf(file) } })),
      fileName: file.name,
    }),
  })

/** How much of a long piece of work is done. */
export interface Progress {
  readonly done: number
  readonly total: number
}

interface Work {
  readonly fileName: string
  readonly rows: readonly NewCustomer[]
}

/**
 * Writes the rows chunk by chunk and then makes them visible at once. Tried again after a failure it goes on with the
 * import that it began: chunks that have arrived are not written twice.
 */
export function useWriting() {
  const [begun, setBegun] = useState<string>()
  const [progress, setProgress] = useState<Progress>()
  const look = useLookAgain()
  const writing = useMutation({
    mutationFn: async ({ fileName, rows }: Work): Promise<CustomerImport> => {
      const total = rows.length
      setProgress({ done: 0, total })
      const importId = begun ?? (await call(api.customers.beginImport, { body: { fileName, total } })).importId
      setBegun(importId)
      for (let chunk = 0; chunk * CHUNK_ROWS < total; chunk++) {
        const past = Math.min((chunk + 1) * CHUNK_ROWS, total)
        const body = { rows: rows.slice(chunk * CHUNK_ROWS, past) }
        await call(api.customers.writeImport, { params: { importId, chunk }, body })
        setProgress({ done: past, total })
      }
      return call(api.customers.finishImport, { params: { importId } })
    },
    onSettled: look,
  })
  return { ...writing, progress }
}

/** Takes an import back, part by part, until nothing of it is left. */
export function useUndo() {
  const [progress, setProgress] = useState<Progress>()
  const queries = useQueryClient()
  const look = useLookAgain()
  const undoing = useMutation({
    mutationFn: async (importId: string): Promise<CustomerImport> => {
      for (;;) {
        const state = await call(api.customers.undoImport, { params: { importId } })
        setProgress({ done: state.undone, total: state.total })
        if (state.state === 'undone' || state.state === 'discarded') return state
      }
    },
    onSuccess: ({ state, kept }) =>
      notify.success(
        state === 'undone' ? 'Importación deshecha' : 'Importación descartada',
        kept > 0 ? `${kept} de sus clientes se conservan: ya tienen cuenta, pagos o consultas.` : undefined,
      ),
    onError: (error) => notify.failure('Error', errorText(error)),
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: imports.queryKey }), look()]),
  })
  return { ...undoing, progress }
}
