import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const LOGO = join(import.meta.dirname, '../../../frontend/public/email-logo.png')

/** A sandboxed frame has no origin, so the local product would refuse its image. */
export async function embedEmailLogo(html: string): Promise<string> {
  const logo = await readFile(LOGO, 'base64')
  return html.replaceAll(/src="[^"]*\/email-logo\.png"/g, `src="data:image/png;base64,${logo}"`)
}
