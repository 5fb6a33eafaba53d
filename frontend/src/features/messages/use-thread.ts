import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiContract } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { Message, MessagePage, MessageSide, MessageThread } from '#contract/messages'
import { callApi } from '../../api/call-api.ts'
import { callUntilAnswered } from '../../api/call-until-answered.ts'
import { endpointPagesQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'

const { messages, customers, files, ownCustomer } = apiContract

interface WrittenMessage {
  readonly requestId: string
  readonly text: string | null
  readonly fileIds: string[]
}

type SentMessage = WrittenMessage & { readonly seenUntil: string }

export interface ThreadSource {
  readonly side: MessageSide
  readonly name: string
  readonly list: {
    readonly queryKey: readonly unknown[]
    readonly queryFn: (asked: { signal: AbortSignal; pageParam: string | undefined }) => Promise<MessagePage>
    readonly initialPageParam: string | undefined
    readonly getNextPageParam: (page: MessagePage) => string | null
  }
  readonly send: (message: SentMessage) => Promise<{ readonly message: Message; readonly thread: MessageThread }>
  readonly see: (seenUntil: string) => Promise<MessageThread>
  readonly offer: (file: { readonly fileName: string; readonly sizeBytes: number }) => Promise<{
    readonly fileId: string
    readonly url: string
    readonly fields: Readonly<Record<string, string>>
  }>
  readonly complete: (fileId: string) => Promise<unknown>
  readonly link: (fileId: string) => Promise<{ readonly url: string }>
  readonly follows: readonly Endpoint[]
}

export const ownThread: ThreadSource = {
  side: 'client',
  name: 'mine',
  list: endpointPagesQueryOptions(messages.listMine, { query: {} }),
  send: (body) => callApi(messages.sendMine, { body }),
  see: (seenUntil) => callApi(messages.seeMine, { body: { seenUntil } }),
  offer: (body) => callApi(files.offerUploadOfMine, { body }),
  complete: (fileId) => callUntilAnswered(files.completeUploadOfMine, { params: { fileId } }),
  link: (fileId) => callApi(files.downloadMine, { params: { fileId } }),
  follows: [messages.countUnreadOfMine, ownCustomer.readOwnPathway],
}

export function toCustomerThread(customerId: string): ThreadSource {
  const params = { customerId }
  return {
    side: 'practice',
    name: customerId,
    list: endpointPagesQueryOptions(messages.listOfCustomer, { params, query: {} }),
    send: (body) => callApi(messages.sendToCustomer, { params, body }),
    see: (seenUntil) => callApi(messages.seeOfCustomer, { params, body: { seenUntil } }),
    offer: (file) => callApi(files.offerUpload, { params, body: { ...file, fileType: 'message' } }),
    complete: (fileId) => callUntilAnswered(files.completeUpload, { params: { ...params, fileId } }),
    link: (fileId) => callApi(files.downloadOfCustomer, { params: { ...params, fileId } }),
    follows: [customers.listTasks, customers.readPathway],
  }
}

const ASK_EVERY_MS = 15_000

type Pages = InfiniteData<MessagePage, string | undefined>

export function useThread(source: ThreadSource, { marksSeen = true }: { readonly marksSeen?: boolean } = {}) {
  const queries = useQueryClient()
  const list = useInfiniteQuery({ ...source.list, refetchInterval: ASK_EVERY_MS, refetchIntervalInBackground: false })
  const [first] = list.data?.pages ?? []
  const items = list.data?.pages.flatMap((page) => page.items)
  const change = (changed: (page: MessagePage) => MessagePage) =>
    queries.setQueryData<Pages>(source.list.queryKey, (pages) => {
      const [newest, ...older] = pages?.pages ?? []
      return pages && newest && { ...pages, pages: [changed(newest), ...older] }
    })
  const follow = () => invalidateEndpoints(queries, ...source.follows)
  const send = useMutation({
    mutationFn: (message: WrittenMessage) => source.send({ ...message, seenUntil: findShownUntil(items, source.side) }),
    // The index lags, so the sent message is inserted into the cache.
    onSuccess: ({ message, thread }) => {
      change((page) => ({
        items: [message, ...page.items.filter((each) => !isSame(each, message))],
        next: page.next,
        thread,
      }))
      void follow()
    },
  })
  useSeen(source, marksSeen ? first : undefined, follow)
  return {
    list,
    items,
    thread: first?.thread,
    send,
    setThread: (thread: MessageThread) => {
      change((page) => ({ ...page, thread }))
      void follow()
    },
  }
}

const findShownUntil = (items: readonly Message[] = [], side: MessageSide): string =>
  (items.find(({ from }) => from !== side) ?? items.at(-1))?.sentAt ?? new Date(0).toISOString()

const isSame = (one: Message, other: Message): boolean => one.messageId === other.messageId

/**
 * Sent once per newest message shown in a visible window. If it fails, the message stays unread until the next visit.
 */
function useSeen(source: ThreadSource, page: MessagePage | undefined, follow: () => Promise<unknown>): void {
  const noted = useRef<string>(undefined)
  const latest = page?.items.find(({ from }) => from !== source.side)?.sentAt
  const seen = (source.side === 'client' ? page?.thread.seenByClient : page?.thread.seenByPractice) ?? ''
  const see = useRef(async (until: string) => {
    await source.see(until)
    await follow()
  })
  useEffect(() => {
    const note = () => {
      if (!latest || seen >= latest || noted.current === latest || document.visibilityState === 'hidden') return
      noted.current = latest
      see.current(latest).catch(() => undefined)
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [latest, seen])
}
