import { useMutation } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { instantToWallTime } from '#contract/calendar-days'
import type { Message, MessageFile, MessageThread } from '#contract/messages'
import { fileStatusLabels } from '#contract/status-labels'
import { downloadFile } from '../../api/download-file.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import type { ThreadSource, useThread } from './use-thread.ts'
import './messages.css'

interface ThreadProps {
  readonly source: ThreadSource
  readonly state: ReturnType<typeof useThread>
  readonly other: string
  readonly empty: ReactNode
}

export function Thread({ source, state: { list, items, thread }, other, empty }: ThreadProps) {
  if (list.isPending) return <CardLoading text="Cargando mensajes..." />
  if (!items || !thread) return <CardLoadError text={toErrorMessage(list.error)} retry={() => void list.refetch()} />
  if (items.length === 0) return <div className="thread-empty">{empty}</div>
  const oldestFirst = items.toReversed()
  const read = findLastRead(items, source.side, thread)
  return (
    <div className="thread">
      <LoadMoreButton list={list} />
      <ol className="thread-messages" aria-label="Mensajes">
        {oldestFirst.map((message, index) => (
          <MessageItem
            key={message.messageId}
            source={source}
            message={message}
            other={other}
            day={dayAfter(oldestFirst[index - 1], message)}
            isLastRead={message === read}
          />
        ))}
      </ol>
    </div>
  )
}

/** 'Leído' below a message applies to all messages above it. */
function findLastRead(items: readonly Message[], side: ThreadSource['side'], thread: MessageThread) {
  const seen = (side === 'client' ? thread.seenByPractice : thread.seenByClient) ?? ''
  return items.find(({ from, sentAt }) => from === side && sentAt <= seen)
}

function dayAfter(before: Message | undefined, { sentAt }: Message): string | undefined {
  const isSame = before && instantToWallTime(before.sentAt).day === instantToWallTime(sentAt).day
  return isSame ? undefined : formatWeekdayDate(sentAt)
}

interface MessageItemProps {
  readonly source: ThreadSource
  readonly message: Message
  readonly other: string
  readonly day: string | undefined
  readonly isLastRead: boolean
}

function MessageItem({ source, message: { from, text, files, sentAt }, other, day, isLastRead }: MessageItemProps) {
  const isOwn = from === source.side
  return (
    <li className={isOwn ? 'message message-own' : 'message'}>
      {day && <p className="message-day">{day}</p>}
      <div className="message-body">
        <p className="message-from">
          {isOwn ? 'Tú' : other}, <time dateTime={sentAt}>{formatTime(sentAt)}</time>
        </p>
        {text && <p className="message-text">{text}</p>}
        {files.map((file) => (
          <MessageFileLine key={file.fileId} source={source} file={file} />
        ))}
      </div>
      {isLastRead && <p className="message-read">Leído</p>}
    </li>
  )
}

function MessageFileLine({ source, file }: { readonly source: ThreadSource; readonly file: MessageFile }) {
  const { fileId, fileName, status } = file
  const { mutate, isPending } = useMutation({
    mutationFn: async () => downloadFile((await source.link(fileId)).url),
    onError: () => showNotice.failure('Error', 'No se pudo descargar el archivo.'),
  })
  if (status !== 'available')
    return (
      <p className="message-file">
        <Paperclip size={16} aria-hidden="true" />
        {fileName} ({status ? fileStatusLabels[status].toLowerCase() : 'ya no está'})
      </p>
    )
  return (
    <button
      type="button"
      className="message-file message-file-link"
      disabled={isPending}
      aria-label={`Descargar ${fileName}`}
      onClick={() => mutate()}
    >
      <Paperclip size={16} aria-hidden="true" />
      {fileName}
    </button>
  )
}
