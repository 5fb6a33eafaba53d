import * as z from 'zod/mini'
import { MAX_MESSAGE_FILES, MAX_MESSAGE_LENGTH } from '#contract/messages'
import { MultilineText } from '#contract/text-schemas'
import { FileId } from '#contract/value-schemas'

export const MessageForm = z
  .object({
    text: MultilineText.check(z.maxLength(MAX_MESSAGE_LENGTH)),
    files: z.array(z.object({ fileId: FileId, fileName: z.string() })).check(z.maxLength(MAX_MESSAGE_FILES)),
  })
  .check(
    z.refine(({ text, files }) => text !== '' || files.length > 0, {
      error: 'Escribe el mensaje o adjunta un archivo',
      path: ['text'],
    }),
  )
export type MessageValues = z.infer<typeof MessageForm>
