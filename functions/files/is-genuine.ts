import { fileTypeFromBuffer } from 'file-type'
import type { Extension } from '#contract/files'

/** What the first bytes of each kind of file are recognised as. The old Office formats share one container. */
const recognised: Readonly<Record<Extension, readonly string[]>> = {
  pdf: ['pdf'],
  doc: ['cfb'],
  docx: ['docx'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  png: ['png'],
  xlsx: ['xlsx'],
  xls: ['cfb'],
}

/** Whether a file begins as files with this ending do. */
export async function isGenuine(head: Uint8Array, extension: Extension): Promise<boolean> {
  const found = await fileTypeFromBuffer(head)
  return found !== undefined && recognised[extension].includes(found.ext)
}
