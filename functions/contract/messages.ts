import * as z from 'zod/mini'
import { ClientFile } from './client-file.ts'
import { defineEndpoint } from './endpoint.ts'
import { ownHealthDataEndpointOptions } from './health-consent.ts'
import { ItemNameText, MultilineText } from './text-schemas.ts'
import {
  createPageSchema,
  CustomerId,
  FileId,
  IsoInstant,
  MessageId,
  PageQuery,
  ReplyTemplateId,
} from './value-schemas.ts'

export const MAX_MESSAGE_LENGTH = 4000
export const MAX_MESSAGE_FILES = 5

export const MAX_COUNTED_MESSAGES = 99

const sides = ['client', 'practice'] as const
export type MessageSide = (typeof sides)[number]

const MessageFile = z.object({
  fileId: FileId,
  fileName: z.string(),
  status: z.nullable(ClientFile.shape.status),
})
export type MessageFile = z.infer<typeof MessageFile>

export const Message = z.object({
  messageId: MessageId,
  from: z.enum(sides),
  text: z.nullable(z.string()),
  files: z.array(MessageFile),
  sentAt: IsoInstant,
})
export type Message = z.infer<typeof Message>

const Question = z.object({ askedAt: IsoInstant, dueAt: IsoInstant })

/** `seen…`: instant of the newest message seen. */
export const MessageThread = z.object({
  question: z.nullable(Question),
  seenByClient: z.nullable(IsoInstant),
  seenByPractice: z.nullable(IsoInstant),
  answerDays: z.int().check(z.positive()),
})
export type MessageThread = z.infer<typeof MessageThread>

const MessagePage = z.extend(createPageSchema(Message), { thread: MessageThread })
export type MessagePage = z.infer<typeof MessagePage>

const Text = MultilineText.check(z.maxLength(MAX_MESSAGE_LENGTH))

const isSomething = z.refine<{ readonly text: string | null; readonly fileIds: readonly string[] }>(
  ({ text, fileIds }) => Boolean(text) || fileIds.length > 0,
  { error: 'Escribe el mensaje o adjunta un archivo', path: ['text'] },
)

/** The same `requestId` is the same message. Files are uploaded before. */
export const NewMessage = z
  .strictObject({
    requestId: z.uuid(),
    text: z._default(z.nullable(Text), null),
    fileIds: z._default(z.array(FileId).check(z.maxLength(MAX_MESSAGE_FILES)), []),
    /** The newest message of the other side that was shown: later ones count as neither read nor answered. */
    seenUntil: z.optional(IsoInstant),
  })
  .check(isSomething)

const Sent = z.object({ message: Message, thread: MessageThread })
const Seen = z.strictObject({ seenUntil: IsoInstant })

export const NewReplyTemplate = z.strictObject({
  name: ItemNameText.check(z.minLength(1, { error: 'Ponle un nombre' }), z.maxLength(80)),
  text: Text.check(z.minLength(1, { error: 'Escribe la respuesta' })),
})

const ReplyTemplate = z.object({
  templateId: ReplyTemplateId,
  name: z.string(),
  text: z.string(),
  version: z.int().check(z.positive()),
})
export type ReplyTemplate = z.infer<typeof ReplyTemplate>

const ofCustomer = z.object({ customerId: CustomerId })
const ofTemplate = z.object({ templateId: ReplyTemplateId })

export const messages = {
  listMine: defineEndpoint({
    method: 'GET',
    path: '/messages',
    allow: ['cliente'],
    query: PageQuery,
    reply: MessagePage,
    audit: 'none',
    refusals: [],
  }),
  countUnreadOfMine: defineEndpoint({
    method: 'GET',
    path: '/messages/unread',
    allow: ['cliente'],
    reply: z.object({ unread: z.int().check(z.nonnegative(), z.maximum(MAX_COUNTED_MESSAGES)) }),
    audit: 'none',
    refusals: [],
  }),
  sendMine: defineEndpoint({
    method: 'POST',
    path: '/messages',
    allow: ['cliente'],
    status: 201,
    body: NewMessage,
    reply: Sent,
    audit: 'MESSAGE_SENT',
    ...ownHealthDataEndpointOptions,
  }),
  seeMine: defineEndpoint({
    method: 'PUT',
    path: '/messages/seen',
    allow: ['cliente'],
    body: Seen,
    reply: MessageThread,
    audit: 'none',
    refusals: [],
  }),
  listOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/messages',
    allow: ['administrador'],
    opens: 'messages',
    params: ofCustomer,
    query: PageQuery,
    reply: MessagePage,
    audit: 'none',
    refusals: [],
  }),
  sendToCustomer: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/messages',
    allow: ['administrador'],
    opens: 'messages',
    status: 201,
    params: ofCustomer,
    body: NewMessage,
    reply: Sent,
    audit: 'MESSAGE_SENT',
    health: true,
    refusals: ['health-basis-required', 'changed-meanwhile'],
  }),
  seeOfCustomer: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/messages/seen',
    allow: ['administrador'],
    opens: 'nothing',
    params: ofCustomer,
    body: Seen,
    reply: MessageThread,
    audit: 'none',
    refusals: [],
  }),
  /** Up to this message no answer is needed, as for a thank-you. */
  closeQuestion: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/messages/closed',
    allow: ['administrador'],
    opens: 'nothing',
    params: ofCustomer,
    body: z.strictObject({ until: IsoInstant }),
    reply: MessageThread,
    audit: 'QUESTION_CLOSED',
    refusals: ['changed-meanwhile'],
  }),
  listTemplates: defineEndpoint({
    method: 'GET',
    path: '/messages/templates',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(ReplyTemplate) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * The same `requestId` is the same template; with other content it is another. A page that was opened before a
   * deployment has none.
   */
  saveTemplate: defineEndpoint({
    method: 'POST',
    path: '/messages/templates',
    allow: ['administrador'],
    opens: 'nothing',
    status: 201,
    body: z.extend(NewReplyTemplate, { requestId: z.optional(z.uuid()) }),
    reply: ReplyTemplate,
    audit: 'REPLY_TEMPLATE_SAVED',
    refusals: [],
  }),
  changeTemplate: defineEndpoint({
    method: 'PUT',
    path: '/messages/templates/{templateId}',
    allow: ['administrador'],
    opens: 'nothing',
    params: ofTemplate,
    body: z.extend(NewReplyTemplate, { version: z.int().check(z.positive()) }),
    reply: ReplyTemplate,
    audit: 'REPLY_TEMPLATE_CHANGED',
    refusals: ['changed-meanwhile'],
  }),
  removeTemplate: defineEndpoint({
    method: 'DELETE',
    path: '/messages/templates/{templateId}',
    allow: ['administrador'],
    opens: 'nothing',
    params: ofTemplate,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'REPLY_TEMPLATE_REMOVED',
    refusals: [],
  }),
}
