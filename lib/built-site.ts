import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeploymentStage } from './stages.ts'

/** What bin/build-site.ts writes beside the folder: for whom it was built. */
export interface SiteStamp {
  readonly stage: string
  /** Origin that canonical links and the sitemap name; empty where the stage has no address of its own. */
  readonly siteUrl: string
  /** Whether it shows the button of Google. */
  readonly google: boolean
}

export type BuiltSite = { readonly folder: string } | { readonly problem: string }

export const SITE_FOLDER = 'dist/site'

/** Within the site: copies of scripts and style sheets, compressed with brotli, under the paths of the originals. */
export const BROTLI_FOLDER = 'br'

export const toStampPath = (folder: string): string => `${folder}.json`

export const toSiteUrl = ({ domain }: Pick<DeploymentStage, 'domain'>): string =>
  domain ? `https://${domain.name}` : ''

/** The built site, if it is there and was built for this stage. */
export function findBuiltSite(
  stageName: string,
  stage: Pick<DeploymentStage, 'domain' | 'google'>,
  folder: string = SITE_FOLDER,
): BuiltSite {
  const rebuild = `«npm run deploy -- ${stageName}» la construye.`
  const stampPath = toStampPath(folder)
  if (!existsSync(join(folder, 'index.html')) || !existsSync(stampPath))
    return { problem: `La web de ${stageName} no está construida: ${rebuild}` }
  const stamp = JSON.parse(readFileSync(stampPath, 'utf8')) as SiteStamp
  const isFor =
    stamp.stage === stageName && stamp.siteUrl === toSiteUrl(stage) && stamp.google === (stage.google !== undefined)
  if (isFor) return { folder }
  const how = `${stamp.siteUrl || 'sin dirección'}, ${stamp.google ? 'con' : 'sin'} Google`
  return { problem: `La web está construida para ${stamp.stage} (${how}): ${rebuild}` }
}
