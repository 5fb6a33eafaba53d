import { useMutation, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { apiContract } from '#contract/api'
import type { NewCustomer } from '#contract/customer'
import {
  IMPORT_CHUNK_ROWS,
  type CustomerImportCheckResult,
  type CustomerImport,
  MAX_IMPORT_CHARACTERS,
} from '#contract/customer-import'
import type { HealthDataLegalBasis } from '#contract/health-consent'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatInteger } from '../../ui/format.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { useInvalidateCustomers } from './use-customers.ts'

const imports = endpointQueryOptions(apiContract.customers.listImports, {})

export const useCustomerImports = () => useQuery({ ...imports, staleTime: 0 })

export interface CheckedImportFile extends CustomerImportCheckResult {
  readonly fileName: string
  readonly basis: HealthDataLegalBasis | undefined
}

/** Detects UTF-16 by its byte order mark, or by the zero bytes of Latin letters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = [...bytes.subarray(0, 64)]
  const isZeroAt = (odd: 0 | 1) => head.length > 3 && head.every((byte, index) => index % 2 !== odd || byte === 0)
  if (isZeroAt(1)) return 'utf-16le'
  return isZeroAt(0) ? 'utf-16be' : undefined
}

/** Files of Spanish spreadsheets are often not UTF-8; those are decoded as Windows-1252. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  const utf16 = utf16Of(new Uint8Array(bytes))
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export class ImportFileTooLargeError extends Error {}

interface Choice {
  readonly file: File
  readonly basis: HealthDataLegalBasis | undefined
}

export const useCheckImportFile = () =>
  useMutation({
    mutationFn: async ({ file, basis }: Choice): Promise<CheckedImportFile> => {
      // A character has up to four bytes.
      if (file.size > 4 * MAX_IMPORT_CHARACTERS) throw new ImportFileTooLargeError()
      const text = await textOf(file)
      if (text.length > MAX_IMPORT_CHARACTERS) throw new ImportFileTooLargeError()
      const checked = await callApi(apiContract.customers.checkImport, { body: { text, ...(basis && { basis }) } })
      return { ...checked, fileName: file.name, basis }
    },
  })

export interface ImportProgress {
  readonly done: number
  readonly total: number
}

interface Work {
  readonly fileName: string
  readonly rows: readonly NewCustomer[]
  readonly basis: HealthDataLegalBasis | undefined
}

interface Journey {
  importId?: string
  left?: boolean
  finishing?: boolean
}

/** The page was left during the import: the rows written so far are deleted. */
class Left extends Error {}

const toUndoneProgress = ({ undone, total }: CustomerImport): ImportProgress => ({ done: undone, total })

/** Its clients were never visible, so deleting it needs no fresh code. */
export const isUnfinishedImport = ({ state }: Pick<CustomerImport, 'state'>): boolean =>
  state === 'writing' || state === 'discarding'

async function revertImport(
  nextRows: () => Promise<CustomerImport>,
  said: (state: CustomerImport) => void = () => undefined,
): Promise<CustomerImport> {
  for (;;) {
    const state = await nextRows()
    said(state)
    if (state.state === 'undone' || state.state === 'discarded') return state
  }
}

async function writeAll({ fileName, rows, basis }: Work, journey: Journey, said: (progress: ImportProgress) => void) {
  const total = rows.length
  const goOn = () => {
    if (journey.left) throw new Left()
  }
  // Once the last step was asked for, every row is there.
  const chunks = journey.finishing ? 0 : Math.ceil(total / IMPORT_CHUNK_ROWS)
  said({ done: journey.finishing ? total : 0, total })
  journey.importId ??= (await callApi(apiContract.customers.beginImport, { body: { fileName, total } })).importId
  const { importId } = journey
  for (let chunk = 0; chunk < chunks; chunk++) {
    goOn()
    const past = Math.min((chunk + 1) * IMPORT_CHUNK_ROWS, total)
    const body = { rows: rows.slice(chunk * IMPORT_CHUNK_ROWS, past), ...(basis && { basis }) }
    await callApi(apiContract.customers.writeImport, { params: { importId, chunk }, body })
    said({ done: past, total })
  }
  goOn()
  journey.finishing = true
  return callApi(apiContract.customers.finishImport, { params: { importId } })
}

/** Deletes the invisible rows of an aborted import; if that fails it stays in the list of recent imports. */
async function abandon(journey: Journey, said?: (state: CustomerImport) => void): Promise<void> {
  const { importId, finishing } = journey
  if (!importId || finishing) return
  try {
    await revertImport(() => callApi(apiContract.customers.discardImport, { params: { importId } }), said)
    delete journey.importId
    showNotice.success('Importación descartada')
  } catch (error) {
    showNotice.failure('No se pudo descartar la importación', toErrorMessage(error))
  }
}

/**
 * Writes in chunks, then makes all rows visible at once. A retry continues the same import and skips chunks that have
 * arrived. Leaving the page deletes it.
 */
export function useWriteImport() {
  const journey = useRef<Journey>({})
  const running = useRef(false)
  const [progress, setProgress] = useState<ImportProgress>()
  const [discarding, setDiscarding] = useState<ImportProgress>()
  const invalidate = useInvalidateCustomers()
  const writing = useMutation({
    mutationFn: async (work: Work): Promise<CustomerImport> => {
      running.current = true
      try {
        return await writeAll(work, journey.current, setProgress)
      } catch (error) {
        // First, so that the next check of the file does not find the rows that were written before this one.
        if (hasApiErrorCode(error, 'client-email-taken')) {
          setDiscarding({ done: 0, total: work.rows.length })
          await abandon(journey.current, (state) => setDiscarding(toUndoneProgress(state)))
        }
        throw error
      } finally {
        running.current = false
        if (journey.current.left) await abandon(journey.current)
      }
    },
    onSettled: invalidate,
  })
  // A layout effect: the clean-up of a plain effect runs later, and the import would go on meanwhile.
  useLayoutEffect(() => {
    const { current } = journey
    current.left = false
    return () => {
      current.left = true
      if (!running.current) void abandon(current)
    }
  }, [])
  return { ...writing, progress, discarding }
}

/** Every row is written, and only the answer of the last step is missing: that step can be repeated by anybody. */
export const isImportToFinish = ({ state, written, total }: CustomerImport): boolean =>
  state === 'writing' && written === total

export function useFinishCustomerImport() {
  const invalidate = useInvalidateCustomers()
  return useMutation({
    mutationFn: ({ importId }: CustomerImport): Promise<CustomerImport> =>
      callApi(apiContract.customers.finishImport, { params: { importId } }),
    onSuccess: () => showNotice.success('Importación terminada'),
    onError: (error) => showNotice.failure('No se pudo terminar la importación', toErrorMessage(error)),
    onSettled: invalidate,
  })
}

function keptText(clients: number): string | undefined {
  if (clients === 0) return undefined
  return clients === 1
    ? '1 de sus clientes se conserva: ya tiene cuenta, pagos, consultas u otra actividad en su ficha.'
    : `${formatInteger(clients)} de sus clientes se conservan: ya tienen cuenta, pagos, consultas u otra actividad en su ficha.`
}

/** Deletes an import in chunks. Clients that were visible need a fresh code. */
export function useUndoCustomerImport({ withProof, isCancelled }: FreshMfaProofPrompt) {
  const [progress, setProgress] = useState<ImportProgress>()
  const invalidate = useInvalidateCustomers()
  const undoing = useMutation({
    mutationFn: ({ importId, state }: CustomerImport): Promise<CustomerImport> => {
      const of = { params: { importId } }
      const nextRows = () =>
        isUnfinishedImport({ state })
          ? callApi(apiContract.customers.discardImport, of)
          : withProof(() => callApi(apiContract.customers.undoImport, of))
      return revertImport(nextRows, (each) => setProgress(toUndoneProgress(each)))
    },
    onSuccess: ({ state, kept }) =>
      showNotice.success(state === 'undone' ? 'Importación deshecha' : 'Importación descartada', keptText(kept)),
    onError: (error) => (isCancelled(error) ? undefined : showNotice.failure('Error', toErrorMessage(error))),
    onSettled: invalidate,
  })
  return { ...undoing, progress }
}
