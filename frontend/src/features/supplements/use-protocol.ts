import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { apiContract } from '#contract/api'
import type { ClientSupplement } from '#contract/client-supplement'
import { isEditConflictError } from '../../api/api-error.ts'
import {
  endpointMutationOptions,
  endpointPagesQueryOptions,
  invalidateQueriesByPath,
} from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import {
  createNewLine,
  emptyProtocolDraft,
  type GridLine,
  type GridRow,
  isSameLine,
  type ProtocolDraft,
  toGridRows,
  toPublishBody,
} from './protocol-lines.ts'
import { findUnpublishedChanges, isSentChangeUndone, replaceActiveSupplements } from './unpublished-changes.ts'

const protocolQuery = (customerId: string) =>
  endpointPagesQueryOptions(apiContract.supplements.listOfCustomer, { params: { customerId }, query: { limit: 100 } })

/** Loads all pages, because changes are compared with the whole protocol. */
export function useCustomerProtocol(customerId: string) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(protocolQuery(customerId))
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return {
    supplements: hasNextPage ? undefined : data?.pages.flatMap(({ items }) => items),
    error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

const MAX_UNDO = 100

const without = (lines: ProtocolDraft['lines'], key: string) =>
  Object.fromEntries(Object.entries(lines).filter(([each]) => each !== key))

const isEmptyDraft = ({ lines, ended }: ProtocolDraft): boolean => Object.keys(lines).length + ended.length === 0

export type ProtocolEditor = ReturnType<typeof useProtocolEditor>

export function useProtocolEditor(customerId: string, supplements: readonly ClientSupplement[]) {
  const today = usePracticeToday()
  const { form, draft } = useDraftForm<{ protocol: ProtocolDraft }>(
    { form: 'protocol', of: customerId },
    { defaultValues: { protocol: emptyProtocolDraft } },
  )
  const protocol = useWatch({ control: form.control, name: 'protocol' })
  const past = useRef<ProtocolDraft[]>([])
  const rows = toGridRows(supplements, protocol, today)
  const set = (next: ProtocolDraft) => form.setValue('protocol', next, { shouldDirty: true })
  const read = () => form.getValues('protocol')
  const change = (next: ProtocolDraft) => {
    past.current = [...past.current, read()].slice(-MAX_UNDO)
    set(next)
  }
  return {
    rows,
    draft,
    today,
    isChanged: rows.some(({ change: kind }) => kind !== undefined),
    orphans: Object.values(protocol.lines).filter(
      ({ clientSupplementIds, key }) => clientSupplementIds.length > 0 && !rows.some(({ line }) => line.key === key),
    ),
    edit: ({ line, before }: GridRow, changes: Partial<GridLine>) => {
      const { lines, ended } = read()
      const next = { ...line, ...lines[line.key], ...changes, basedOn: before?.basedOn ?? '' }
      const isBack = before !== undefined && isSameLine(next, before)
      change({ lines: isBack ? without(lines, line.key) : { ...lines, [line.key]: next }, ended })
    },
    add: (given: readonly Partial<GridLine>[]) => {
      const { lines, ended } = read()
      const added = given.map((each) => {
        const key = `new-${crypto.randomUUID()}`
        return [key, createNewLine(key, today, each)] as const
      })
      change({ lines: { ...lines, ...Object.fromEntries(added) }, ended })
    },
    replaceAll: (given: readonly Partial<GridLine>[]) => {
      const added = given.map((each) => {
        const key = `new-${crypto.randomUUID()}`
        return [key, createNewLine(key, today, each)] as const
      })
      const inForce = rows.flatMap(({ before }) => before?.key ?? [])
      change({ lines: Object.fromEntries(added), ended: inForce })
    },
    end: ({ line, before, change: kind }: GridRow) => {
      const { lines, ended } = read()
      if (!before) change({ lines: without(lines, line.key), ended })
      else if (kind === 'ended') change({ lines, ended: ended.filter((key) => key !== line.key) })
      else change({ lines, ended: [...ended, line.key] })
    },
    restore: ({ line }: GridRow) => {
      const { lines, ended } = read()
      change({ lines: without(lines, line.key), ended: ended.filter((key) => key !== line.key) })
    },
    forget: (key: string) => change({ ...read(), lines: without(read().lines, key) }),
    undo: () => {
      const last = past.current.pop()
      if (last) set(last)
    },
    read,
    published: (sent: ProtocolDraft, items: readonly ClientSupplement[]) => {
      const published = toGridRows(items, emptyProtocolDraft, today).flatMap(({ before }) => before ?? [])
      const left = findUnpublishedChanges({ sent, rows, now: read(), published })
      past.current = []
      form.reset({ protocol: emptyProtocolDraft })
      draft.saved()
      if (!isEmptyDraft(left)) set(left)
    },
  }
}

export function usePublishProtocol(
  customerId: string,
  editor: ProtocolEditor,
  supplements: readonly ClientSupplement[],
) {
  const queries = useQueryClient()
  // The same for a retry after a lost answer.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const { mutate, error, isPending, reset } = useMutation({
    ...endpointMutationOptions(apiContract.supplements.publish),
    onError: (problem) => {
      // After it the grid shows the others' changes beside the draft.
      if (isEditConflictError(problem)) return invalidateQueriesByPath(queries, '/supplements')
      return undefined
    },
  })
  const { rows, today } = editor
  const publish = (done: () => void) => {
    const sent = editor.read()
    mutate(
      { params: { customerId }, body: toPublishBody({ rows, supplements, today, requestId }) },
      {
        onSuccess: async ({ items }) => {
          const isTakenBack = isSentChangeUndone(sent, editor.read())
          queries.setQueryData<InfiniteData<{ items: ClientSupplement[]; next: string | null }>>(
            protocolQuery(customerId).queryKey,
            (data) => data && { ...data, pages: replaceActiveSupplements(data.pages, items, today) },
          )
          editor.published(sent, items)
          setRequestId(crypto.randomUUID())
          showNotice.success(
            'Pauta publicada',
            isEmptyDraft(editor.read()) ? undefined : 'Lo que has cambiado mientras tanto sigue aquí, sin publicar.',
          )
          await invalidateQueriesByPath(queries, '/supplements', '/adherence', '/pathway')
          if (!isTakenBack && isEmptyDraft(editor.read())) done()
        },
      },
    )
  }
  return { publish, error, isPending, reset }
}
